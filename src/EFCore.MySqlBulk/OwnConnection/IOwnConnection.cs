using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Session.Transactions;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>A connection of the operation's own, with a transaction on it.</summary>
internal interface IOwnConnection : IBulkTransaction, IAsyncDisposable
{
    /// <summary>The number of sent statements that carried rows.</summary>
    int Statements { get; }

    /// <summary>The number of connections in use.</summary>
    int Count => 1;

    /// <summary>Whether the server is known to have ended the session, so that no sent statement can still be run.</summary>
    bool HasEnded { get; }

    /// <summary>The sent rows, by the connection that holds them.</summary>
    IReadOnlyList<RowsByConnection> HoldersOf(ReadOnlyMemory<BulkRow> rows);
}
