using EFCore.MySqlBulk.NewLife;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.IntegrationTests.NewLife;

/// <summary>Reasons not to try NewLife.MySql at all.</summary>
public sealed class NewLifeRefusalTests
{
    private const string Usable = "Server=x;Database=d;User ID=u;Password=p;AllowPublicKeyRetrieval=True";

    [Theory]
    [InlineData("", null)]
    [InlineData("SslMode=None", null)]
    [InlineData("SslMode=Required", "does not check certificates")]
    [InlineData("SslMode=VerifyCA", "does not check certificates")]
    [InlineData("SslMode=VerifyFull", "does not check certificates")]
    [InlineData("CertificateFile=x.pfx", "does not support client or CA certificates")]
    [InlineData("SslCa=x.pem", "does not support client or CA certificates")]
    [InlineData("Use Compression=True", "does not compress")]
    [InlineData("Server=/run/mysqld.sock", "Unix socket")]
    [InlineData("Server=a,b", "several servers")]
    [InlineData("Protocol=pipe", "'pipe'")]
    [InlineData("Password=", "without a password")]
    [InlineData("User ID=müller", "user names that are not ASCII")]
    [InlineData("ServerRsaPublicKeyFile=x.pem", "names one")]
    [InlineData("AllowPublicKeyRetrieval=False", "AllowPublicKeyRetrieval=True")]
    [InlineData("Pipelining=False", "Pipelining=False")]
    [InlineData("UseAffectedRows=True", "UseAffectedRows=True")]
    public void A_connection_string_is_refused_with_its_reason(string more, string? reason)
    {
        ConnectionSettings settings = ConnectionSettings.Read($"{Usable};{more}");
        string? refusal = settings.Refusal ?? settings.LoginRefusal ?? NewLifeRefusal.Of(settings, new(ServerFlavor.MySql, new(9, 7), 1 << 26, "x"));
        if (reason is null)
            Assert.Null(refusal);
        else
            Assert.Contains(reason, refusal, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("shop", null)]
    [InlineData("", "without a database")]
    [InlineData("läden", "not ASCII")]
    public void A_database_is_refused_with_its_reason(string database, string? reason)
    {
        if (reason is null)
            Assert.Null(NewLifeRefusal.OfDatabase(database));
        else
            Assert.Contains(reason, NewLifeRefusal.OfDatabase(database), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("MySQL Community Server - GPL", true)]
    [InlineData("mariadb.org binary distribution", true)]
    [InlineData("Percona Server (GPL), Release 25", true)]
    [InlineData("Debian n/a", true)]
    [InlineData("(ProxySQL)", false)]
    [InlineData("TiDB Server (Apache License 2.0), MySQL 8.0 compatible", false)]
    [InlineData("something else", false)]
    [InlineData("", false)]
    public void A_server_is_known_by_its_comment(string comment, bool isKnown)
        => Assert.Equal(isKnown, UnknownServer.Problem([("version_comment", comment)]) is null);

    [Fact]
    public void Aurora_is_known_by_its_variable()
        => Assert.Contains("Aurora", UnknownServer.Problem([("aurora_version", "3.04"), ("version_comment", "MySQL Community Server")]), StringComparison.Ordinal);
}
