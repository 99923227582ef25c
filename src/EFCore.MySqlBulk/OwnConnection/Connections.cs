using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>The connections that statements can be sent over.</summary>
/// <param name="Context">The context's own connection.</param>
/// <param name="Own">The operation's own connection, if it has one: all rows then go over it.</param>
internal readonly record struct Connections(ContextSession Context, IOwnConnection? Own)
{
    /// <summary>The rows that were sent, by the connection that holds them.</summary>
    public IReadOnlyList<HeldRows> HoldersOf(ReadOnlyMemory<BulkRow> rows)
        => Own is null ? [new(Context, rows, null)] : Own.HoldersOf(rows);
}
