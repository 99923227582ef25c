using EFCore.MySqlBulk.Mapping;

namespace EFCore.MySqlBulk.Planning;

/// <summary>The values of a row that exists on the server: its key, the old values of its concurrency tokens, the new values of an update.</summary>
/// <param name="Shape">All of them, in this order.</param>
/// <param name="KeyCells">How many are the key.</param>
/// <param name="ConcurrencyTokenCells">How many are old values of concurrency tokens.</param>
internal readonly record struct MatchedRow(RowShape Shape, int KeyCells, int ConcurrencyTokenCells)
{
    public static MatchedRow Of(TableMap table, RowCell[] tokens, RowCell[] values, Type? bareKeyType)
    {
        RowCell[] key = [.. table.Key.Select(column => new RowCell(column))];
        return new(new(table, [.. key, .. tokens, .. values], bareKeyType), key.Length, tokens.Length);
    }
}
