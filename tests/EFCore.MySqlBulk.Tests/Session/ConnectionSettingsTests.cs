using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Tests.Session;

public sealed class ConnectionSettingsTests
{
    [Theory]
    [InlineData("UseAffectedRows=true", true)]
    [InlineData("Use Affected Rows=True", true)]
    [InlineData("useaffectedrows = yes", true)]
    [InlineData("UseAffectedRows='1'", true)]
    [InlineData("Use-Affected-Rows=On", true)]
    [InlineData("UseAffectedRows=false", false)]
    [InlineData("UseAffectedRows=0", false)]
    [InlineData("Password='UseAffectedRows=true'", false)]
    [InlineData("Database=x", false)]
    public void What_the_server_counts_is_read_as_drivers_read_it(string setting, bool counts)
        => Assert.Equal(counts, ConnectionSettings.Read($"Server=x;{setting}").CountsChangedRows);

    [Theory]
    [InlineData("", "Preferred")]
    [InlineData("SslMode=Prefered", "Preferred")]
    [InlineData("Ssl Mode=preferred", "Preferred")]
    [InlineData("SslMode=None", "None")]
    [InlineData("SslMode=Disabled", "None")]
    [InlineData("SslMode=Required", "Required")]
    [InlineData("SslMode=VerifyCA", "VerifyCA")]
    [InlineData("SslMode=verifyfull", "VerifyFull")]
    [InlineData("SslMode=Perhaps", null)]
    public void The_TLS_mode_is_read_under_each_of_its_names(string setting, string? mode)
    {
        ConnectionSettings settings = ConnectionSettings.Read($"Server=x;{setting}");

        Assert.Equal(mode, settings.Tls?.ToString());
        Assert.Equal(mode is null ? "SslMode 'Perhaps' is not known" : null, settings.LoginRefusal);
        Assert.Null(settings.Refusal);
    }

    [Theory]
    [InlineData("Pipelining=False", "the connection string sets Pipelining=False")]
    [InlineData("pipelining=0", "the connection string sets Pipelining=False")]
    [InlineData("Use Affected Rows=True", "the connection string sets UseAffectedRows=True")]
    [InlineData("Pipelining=True", null)]
    [InlineData("Pooling=False;SslMode=Perhaps;Server=a,b;Certificate Store Location=CurrentUser", null)]
    public void Only_settings_that_change_the_meaning_of_answers_prevent_pipelining(string setting, string? refusal)
        => Assert.Equal(refusal, ConnectionSettings.Read($"Server=x;{setting}").Refusal);
}
