using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>What the statements of two rows must have in common: rows of one shape share a statement.</summary>
/// <param name="Table">The row's table map.</param>
/// <param name="GeneratesKeys">Whether the row leaves <see cref="TableMap.AutoIncrement" /> to the server.</param>
/// <param name="ReturnsKeys">Whether the generated value is written to the entity.</param>
/// <param name="LeftOut">The columns that its statement omits, as bits at their positions in <see cref="TableMap.Optional" />.</param>
/// <param name="Exists">Whether the row matches a stored one.</param>
/// <param name="Unmodified">The columns that its update does not write because they are not modified, as bits at their positions in <see cref="TableMap.Updatable" />.</param>
/// <param name="IsOrphan">Whether it is an orphan, of which only the key is known.</param>
internal readonly record struct StatementShape(
    TableMap Table, bool GeneratesKeys = false, bool ReturnsKeys = false, ulong LeftOut = 0, bool Exists = false, ulong Unmodified = 0, bool IsOrphan = false)
{
    /// <summary>Whether it is a part of an entity that is counted by another row.</summary>
    public bool IsPart { get; init; }

    /// <summary>Whether it is inserted as an owned entity of an updated one.</summary>
    public bool IsNewPart { get; init; }

    /// <summary>Whether the stored row is deleted.</summary>
    public bool IsGone { get; init; }

    /// <summary>Whether the row's statement has the column.</summary>
    public bool Has(ColumnMap column)
        => !(GeneratesKeys && column == Table.AutoIncrement) && (LeftOut == 0 || (LeftOut & Table.BitOf(column)) == 0) && (Unmodified == 0 || (Unmodified & Table.BitOfModified(column)) == 0);
}
