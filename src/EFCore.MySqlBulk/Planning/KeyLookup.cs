using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Planning;

/// <summary>A look-up: the values by which rows are found, and the columns that are read.</summary>
/// <param name="Plan">The plan of the rows: server, session and limits.</param>
/// <param name="Shape">The values by which they are found: their keys, then the old values of their concurrency tokens.</param>
/// <param name="KeyCells">The number of key values.</param>
/// <param name="Read">The columns to read.</param>
internal sealed record KeyLookup(BulkPlan Plan, RowShape Shape, int KeyCells, IReadOnlyList<ColumnMap> Read)
{
    /// <summary>How found rows are locked. A plain read may see an older snapshot; a locking one reads the latest committed rows.</summary>
    public RowLock Lock { get; init; }

    /// <summary>A look-up by key and concurrency tokens, as the operation finds the rows; reads the stored keys.</summary>
    public static KeyLookup AsMatched(BulkPlan plan) => new(plan, plan.Shape with { Cells = [.. plan.KeyPart, .. plan.ConcurrencyTokenPart] }, plan.KeyCells, plan.KeyColumns);

    /// <summary>A look-up by key; reads the stored keys.</summary>
    public static KeyLookup ByKey(BulkPlan plan) => ByKey(plan, plan.KeyColumns, plan.Shape.BareKeyType);

    /// <summary>A look-up by key.</summary>
    /// <param name="plan">How the rows were sent.</param>
    /// <param name="read">The columns to read.</param>
    /// <param name="bareKeyType">The type of the rows, if they are bare keys.</param>
    public static KeyLookup ByKey(BulkPlan plan, IReadOnlyList<ColumnMap> read, Type? bareKeyType)
        => By(plan, plan.Table, plan.KeyColumns, read, bareKeyType);

    /// <summary>A look-up by columns that identify a row.</summary>
    public static KeyLookup By(BulkPlan plan, TableMap table, IReadOnlyList<ColumnMap> columns, IReadOnlyList<ColumnMap> read, Type? bareKeyType = null)
        => new(plan, new(table, [.. columns.Select(column => new RowCell(column))], bareKeyType), columns.Count, read);
}
