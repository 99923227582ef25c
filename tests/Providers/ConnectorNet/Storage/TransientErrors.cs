using System.Net.Sockets;
using MySql.Data.MySqlClient;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Storage;

/// <summary>Which failures may pass when the same is tried again.</summary>
internal static class TransientErrors
{
    private static readonly HashSet<int> Numbers =
    [
        1040, // too many connections
        1042, // unable to connect to any of the hosts
        1158, // network error reading packets
        1159, // network timeout reading packets
        1160, // network error writing packets
        1161, // network timeout writing packets
        1205, // lock wait timeout
        1213, // deadlock
        1614, // transaction branch was rolled back: deadlock
        2002, // cannot connect through the socket
        2003, // cannot connect to the host
        2006, // server has gone away
        2013, // connection lost during a query
    ];

    // Connector/NET wraps: the number may sit on an inner exception ("Fatal error encountered during command execution").
    public static bool Includes(Exception exception, ICollection<int>? moreNumbers = null)
    {
        for (Exception? e = exception; e is not null; e = e.InnerException)
        {
            if (e is TimeoutException or SocketException or EndOfStreamException
                || (e is MySqlException mySql && (Numbers.Contains(mySql.Number) || moreNumbers?.Contains(mySql.Number) == true)))
            {
                return true;
            }
        }

        return false;
    }
}
