using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Rows that were sent over one connection.</summary>
/// <param name="Holder">The connection.</param>
/// <param name="Rows">The rows.</param>
/// <param name="Positions">The position of each among all rows; <see langword="null" /> if these are all.</param>
internal readonly record struct RowsByConnection(IQueryConnection Holder, ReadOnlyMemory<BulkRow> Rows, int[]? Positions)
{
    public int PositionOf(int row) => Positions is null ? row : Positions[row];
}
