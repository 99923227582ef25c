using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Shapes;

/// <summary>A table, and its rows.</summary>
/// <param name="Table">The table's name.</param>
/// <param name="Columns">Its columns without the key, in the order of <see cref="ShapedRow.CopyTo" />.</param>
/// <param name="RowOf">Makes the row with the key and the values of a user.</param>
internal sealed record Shape<TRow>(string Table, IReadOnlyList<string> Columns, Func<BenchUser, TRow> RowOf)
    where TRow : ShapedRow
{
    /// <summary>The columns in a statement.</summary>
    public string List { get; } = string.Join(", ", Columns);

    /// <summary>The values of a row, without the key.</summary>
    public object?[] ValuesOf(TRow row)
    {
        object?[] values = new object?[Columns.Count];
        row.CopyTo(values);
        return values;
    }
}
