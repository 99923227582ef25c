using System.Data.Common;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Statements cannot be pipelined, or a further connection cannot be had; the driver sends them one after the other instead.</summary>
internal sealed class ConnectionUnavailableException(string reason, Exception? innerException = null) : Exception(reason, innerException)
{
    /// <summary>The network, or a server that did not answer or has no room: nothing else speaks against such a connection.</summary>
    public DbException? Broken => InnerException as DbException;
}
