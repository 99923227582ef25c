using System.Data.Common;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Statements cannot be pipelined, or a further connection cannot be opened; the driver then sends them one after the other.</summary>
internal class ConnectionUnavailableException(string reason, Exception? innerException = null) : Exception(reason, innerException)
{
    /// <summary>Whether the failure is temporary: the network, a server that did not answer, or too many connections.</summary>
    public DbException? Broken => InnerException as DbException;
}
