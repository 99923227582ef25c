using System.Data.Common;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace EFCore.MySqlBulk.Session.Settings;

/// <summary>The servers of a connection string that names several, of which a driver chooses one for each connection.</summary>
internal static class ServerList
{
    /// <summary>The connection string with one server instead of the list: the one at an address. It keeps the server's name, which a certificate may be for, if the list has it.</summary>
    /// <param name="connectionString">The connection string.</param>
    /// <param name="settings">The same, as it is read.</param>
    /// <param name="reached">The address.</param>
    public static string Only(string connectionString, ConnectionSettings settings, IPEndPoint reached)
    {
        string host = settings.Host.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Select(NameOf).FirstOrDefault(name => IsAt(name, reached.Address)) ?? reached.Address.ToString();
        DbConnectionStringBuilder builder = new() { ConnectionString = connectionString };
        foreach (string key in builder.Keys.Cast<string>().Where(ConnectionSettings.NamesServers).ToArray())
            builder.Remove(key);
        builder["Server"] = host;
        builder["Port"] = reached.Port.ToString(CultureInfo.InvariantCulture);
        return builder.ConnectionString;
    }

    // Connector/NET takes "name:port".
    private static string NameOf(string server) => IPAddress.TryParse(server, out _) ? server : server.Split(':')[0];

    private static bool IsAt(string name, IPAddress address)
    {
        try
        {
            return Dns.GetHostAddresses(name).Any(each => each.MapToIPv6().Equals(address.MapToIPv6()));
        }
        catch (Exception exception) when (exception is SocketException or ArgumentException)
        {
            return false;
        }
    }
}
