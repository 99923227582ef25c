using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>What the statements of two rows must have in common: rows of one shape share a statement.</summary>
/// <param name="Table">The row's table map.</param>
/// <param name="GeneratesKeys">The row leaves <see cref="TableMap.AutoIncrement" /> to the server.</param>
/// <param name="ReturnsKeys">The generated value is written back.</param>
/// <param name="LeftOut">The columns that its statement leaves out, as bits at their places in <see cref="TableMap.Optional" />.</param>
/// <param name="Exists">The row matches a stored one.</param>
/// <param name="Unmodified">The columns that its update does not write because they are not modified, as bits at their places in <see cref="TableMap.Updatable" />.</param>
/// <param name="IsOrphan">It is a stored row that no given row matches, and only its key is known.</param>
internal readonly record struct StatementShape(
    TableMap Table, bool GeneratesKeys = false, bool ReturnsKeys = false, ulong LeftOut = 0, bool Exists = false, ulong Unmodified = 0, bool IsOrphan = false)
{
    /// <summary>It is a part of an entity that another row stands for in the numbers of the result.</summary>
    public bool IsPart { get; init; }

    /// <summary>An updated entity owns it, and it is inserted.</summary>
    public bool IsNewPart { get; init; }

    /// <summary>The stored row is deleted.</summary>
    public bool IsGone { get; init; }

    /// <summary>The row's statement names the column.</summary>
    public bool Has(ColumnMap column)
        => !(GeneratesKeys && column == Table.AutoIncrement) && (LeftOut == 0 || (LeftOut & Table.BitOf(column)) == 0) && (Unmodified == 0 || (Unmodified & Table.BitOfModified(column)) == 0);
}
