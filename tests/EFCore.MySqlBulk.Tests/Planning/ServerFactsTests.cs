using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Tests.Planning;

public sealed class ServerFactsTests
{
    [Theory]
    [InlineData("9.7.0", "MySQL Community Server - GPL", "MySql", "9.7.0")]
    [InlineData("8.4.3-commercial", "MySQL Enterprise Server - Commercial", "MySql", "8.4.3")]
    [InlineData("8.0.36-0ubuntu0.22.04.1", "(Ubuntu)", "MySql", "8.0.36")]
    [InlineData("8.0.36-28", "Percona Server (GPL), Release 28", "MySql", "8.0.36")]
    [InlineData("8.0.mysql_aurora.3.05.2", "Source distribution", "MySql", "8.0")]
    [InlineData("10.11.6-MariaDB-0+deb12u1", "Debian 12", "MariaDb", "10.11.6")]
    [InlineData("5.5.5-10.3.39-MariaDB-log", "managed by somebody", "MariaDb", "10.3.39")]
    [InlineData("10.6.17", "mariadb.org binary distribution", "MariaDb", "10.6.17")]
    [InlineData("8.0.11-TiDB-v7.5.1", "TiDB Server (Apache License 2.0)", "Other", "8.0.11")]
    [InlineData("8.0.30-Vitess", "", "Other", "8.0.30")]
    [InlineData("5.7.25-OceanBase-v4.2.1", "", "Other", "5.7.25")]
    [InlineData("8.0.33", "Dolt", "Other", "8.0.33")]
    public void A_version_string_gives_flavor_and_number(string version, string comment, string flavor, string number)
    {
        (ServerFlavor Flavor, Version Version) parsed = ServerFacts.ParseVersion(version, comment);
        Assert.Equal((flavor, new Version(number)), (parsed.Flavor.ToString(), parsed.Version));
    }

    [Theory]
    [InlineData("")]
    [InlineData("unknown")]
    [InlineData("8")]
    public void A_version_that_cannot_be_read_counts_as_an_old_one(string version)
        => Assert.Equal(new Version(5, 7), ServerFacts.ParseVersion(version, "").Version);

    [Theory]
    [InlineData("MySql", "8.0.18", false, false, false)]
    [InlineData("MySql", "8.0.19", true, false, false)]
    [InlineData("MySql", "8.4.3", true, false, false)]
    [InlineData("MySql", "9.0", true, false, true)]
    [InlineData("MySql", "9.7.0", true, false, true)]
    [InlineData("MariaDb", "10.3.2", false, false, false)]
    [InlineData("MariaDb", "10.3.3", false, true, false)]
    [InlineData("MariaDb", "11.4.2", false, true, false)]
    [InlineData("Other", "9.9.9", false, false, false)]
    public void A_dialect_follows_flavor_and_version(string flavor, string version, bool valuesRow, bool valuesTable, bool preparedValuesRow)
    {
        ServerFacts server = new(Enum.Parse<ServerFlavor>(flavor), new(version), 1 << 26, "");
        Assert.Equal((valuesRow, valuesTable, preparedValuesRow), (server.HasValuesRow, server.HasValuesTable, server.HasPreparedValuesRow));
    }

    [Theory]
    [InlineData("MySql", true)]
    [InlineData("MariaDb", true)]
    [InlineData("Other", false)]
    public void Keys_are_computed_on_known_servers_only(string flavor, bool consecutive)
        => Assert.Equal(consecutive, new ServerFacts(Enum.Parse<ServerFlavor>(flavor), new(8, 0, 11), 1 << 26, "").HasConsecutiveKeys);
}
