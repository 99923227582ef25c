using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Where statements can go.</summary>
/// <param name="Context">The context's own connection.</param>
/// <param name="Own">The operation's own, where it has one: then all rows go over it.</param>
internal readonly record struct Connections(ContextSession Context, IOwnConnection? Own)
{
    /// <summary>Rows that were sent, by the connection that holds them.</summary>
    public IReadOnlyList<HeldRows> HoldersOf(ReadOnlyMemory<BulkRow> rows)
        => Own is null ? [new(Context, rows, null)] : Own.HoldersOf(rows);
}
