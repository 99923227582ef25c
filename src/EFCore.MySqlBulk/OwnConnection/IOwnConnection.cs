using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Session.Transactions;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>A connection of the operation's own, with a transaction on it.</summary>
internal interface IOwnConnection : IBulkTransaction, IAsyncDisposable
{
    /// <summary>The number of statements so far that carried rows.</summary>
    int Statements { get; }

    /// <summary>The number of connections in use.</summary>
    int Count => 1;

    /// <summary>The server is known to have ended the session: nothing that was sent can still be run.</summary>
    bool HasEnded { get; }

    /// <summary>The rows that were sent, by the connection that holds them.</summary>
    IReadOnlyList<RowsByConnection> HoldersOf(ReadOnlyMemory<BulkRow> rows);
}
