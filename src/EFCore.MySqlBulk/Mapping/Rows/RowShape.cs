using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>The values that every row of a statement carries, in their order, and what a row is: an entity or a bare key.</summary>
/// <param name="Table">The table map.</param>
/// <param name="Cells">The values.</param>
/// <param name="BareKeyType">The type of a bare key (a scalar, or a tuple for a composite key); <see langword="null" /> if rows are entities.</param>
internal sealed record RowShape(TableMap Table, IReadOnlyList<RowCell> Cells, Type? BareKeyType = null)
{
    /// <summary>Whether two shapes can share compiled code.</summary>
    public bool Equals(RowShape? other)
        => other is not null && Table == other.Table && BareKeyType == other.BareKeyType && Cells.SequenceEqual(other.Cells);

    public override int GetHashCode()
    {
        HashCode hash = new();
        hash.Add(BareKeyType);
        foreach (RowCell cell in Cells)
            hash.Add(cell);
        return hash.ToHashCode();
    }
}
