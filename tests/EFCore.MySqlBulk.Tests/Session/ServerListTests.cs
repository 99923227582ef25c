using System.Data.Common;
using System.Net;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Tests.Session;

/// <summary>The string with which the driver reaches one server of a list, or of a service record.</summary>
public sealed class ServerListTests
{
    [Theory]
    [InlineData("Server=198.51.100.1,127.0.0.2;Port=4000;Database=d", true, "127.0.0.2")]
    [InlineData("Host=198.51.100.1:3306, 127.0.0.2:4000;Database=d", true, "127.0.0.2")]
    [InlineData("Data Source=198.51.100.1,localhost;Port=4000;Database=d", true, "127.0.0.2")]
    [InlineData("Server=_mysql._tcp.service.invalid;dns-srv=true;Database=d", true, "127.0.0.2")]
    [InlineData("Server=_mysql._tcp.service.invalid;DnsSrv=1;Database=d", true, "127.0.0.2")]
    [InlineData("Server=_mysql._tcp.service.invalid;Dns-Srv=false;Database=d", false, "127.0.0.2")]
    [InlineData("Server=198.51.100.1;Database=d", false, "127.0.0.2")]
    public void One_server_takes_the_place_of_the_list(string connectionString, bool namesSeveral, string server)
    {
        ConnectionSettings settings = ConnectionSettings.Read(connectionString);

        DbConnectionStringBuilder only = new() { ConnectionString = ServerList.Only(connectionString, settings, new IPEndPoint(IPAddress.Parse("127.0.0.2"), 4000)) };

        Assert.Equal(namesSeveral, settings.NamesSeveralServers);
        Assert.Equal([("database", "d"), ("port", "4000"), ("server", server)], only.Keys.Cast<string>().Order(StringComparer.Ordinal).Select(key => (key, (string)only[key])));
    }

    [Fact]
    public void The_server_keeps_the_name_that_the_list_has_for_it()
    {
        const string connectionString = "Server=198.51.100.1,localhost;Port=4000";

        DbConnectionStringBuilder only = new() { ConnectionString = ServerList.Only(connectionString, ConnectionSettings.Read(connectionString), new IPEndPoint(IPAddress.Loopback, 4000)) };

        Assert.Equal("localhost", only["server"]);
    }
}
