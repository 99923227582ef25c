using EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

public sealed class ServerVersionTests
{
    [Theory]
    [InlineData("8.4.6", ServerType.MySql, "8.4.6")]
    [InlineData("9.7.4-debian", ServerType.MySql, "9.7.4")]
    [InlineData("10.11.19-MariaDB-log", ServerType.MariaDb, "10.11.19")]
    [InlineData("5.5.5-10.11.19-MariaDB", ServerType.MariaDb, "10.11.19")]
    [InlineData("10.11.6-MariaDB-0+deb12u1", ServerType.MariaDb, "10.11.6")]
    [InlineData("8.0-mysql", ServerType.MySql, "8.0")]
    public void A_greeting_is_read(string greeting, ServerType type, string version)
    {
        ServerVersion parsed = ServerVersion.Parse(greeting);
        Assert.Equal((type, Version.Parse(version)), (parsed.Type, parsed.Version));
        Assert.Equal(type is ServerType.MariaDb, parsed is MariaDbServerVersion);
    }

    [Fact]
    public void What_is_no_version_is_refused() => Assert.Throws<InvalidOperationException>(() => ServerVersion.Parse("server"));

    [Fact]
    public void Versions_are_equal_by_type_and_number() =>
        Assert.Equal(ServerVersion.Parse("8.4.6"), ServerVersion.Create(8, 4, 6, ServerType.MySql));
}
