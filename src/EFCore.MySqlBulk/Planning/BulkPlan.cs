using System.Diagnostics;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning.Expressions;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Planning.Statements;

namespace EFCore.MySqlBulk.Planning;

/// <summary>How the rows of one concrete entity type, or of <c>BulkExecute</c>, are sent: data, decided before the first statement.</summary>
internal sealed record BulkPlan
{
    private readonly TableMap? _table;
    private readonly RowShape? _shape;
    private readonly IReadOnlyList<ColumnMap>? _keyColumns;

    public required BulkOperation Operation { get; init; }

    /// <summary>Whether its statements insert rows.</summary>
    public bool InsertsRows => Operation == BulkOperation.Insert;

    /// <summary>Whether the rows are written to a table of the model, which is not known for <c>BulkExecute</c>.</summary>
    public bool HasTable => _table is not null;

    /// <summary>The rows' table; <c>BulkExecute</c> has none.</summary>
    public TableMap Table
    {
        get => _table ?? throw new UnreachableException("BulkExecute has no table.");
        init => _table = value;
    }

    public required StrategyChoice Choice { get; init; }

    public required BatchLimits Limits { get; init; }

    public required ServerFacts Server { get; init; }

    public required SessionFacts Session { get; init; }

    /// <summary>The values of each row, in the order of the statement. Insert: the columns; update: the key, the old values of the concurrency tokens, the new values;
    /// delete: the key, the old values of the concurrency tokens. <c>BulkExecute</c> has none.</summary>
    public RowShape Shape
    {
        get => _shape ?? throw new UnreachableException("BulkExecute has no shape.");
        init => _shape = value;
    }

    /// <summary>The statement of <c>BulkExecute</c>; <see langword="null" /> for the other operations.</summary>
    public ExecutedStatement? Statement { get; init; }

    /// <summary>The number of cells at the start of the shape that are the key. 0 for an insert.</summary>
    public int KeyCells { get; init; }

    /// <summary>The columns by which rows are identified: the primary key, or those of a unique index that the caller named.</summary>
    public IReadOnlyList<ColumnMap> KeyColumns
    {
        get => _keyColumns ?? Table.Key;
        init => _keyColumns = value;
    }

    /// <summary>Reads the values of a row's <see cref="KeyColumns" />.</summary>
    public KeyReader Keys => Shape.BareKeyType is { } bare ? KeyReader.Of(Table, bare) : KeyReader.By(Table, KeyColumns);

    /// <summary>The number of cells after the key that are old values of concurrency tokens.</summary>
    public int ConcurrencyTokenCells { get; init; }

    /// <summary>Update: columns that are set to expressions.</summary>
    public IReadOnlyList<Assignment> Assignments { get; init; } = [];

    /// <summary>Update: only rows for which it is true are written.</summary>
    public RowExpression? Condition { get; init; }

    /// <summary>Update: the number of cells at the end of the shape that only expressions use.</summary>
    public int UsedCells { get; init; }

    /// <summary>Update: whether a row that has all the new values already is neither written nor counted.</summary>
    public bool WritesChangesOnly { get; init; }

    /// <summary>Update: whether there is no column to write, so that no statement is sent.</summary>
    public bool WritesNothing { get; init; }

    /// <summary>Update: columns that are written if another column differs, but are not compared.</summary>
    public IReadOnlyList<ColumnMap> NotCompared { get; init; } = [];

    /// <summary>Whether keys are compared as their columns store them. A delete, and a statement of <c>SaveChanges</c>, compares them as given, as EF Core does.</summary>
    public bool MatchesAsStored => Operation is BulkOperation.Insert or BulkOperation.Update && Table is not CommandTable;

    /// <summary>Whether the statement writes the column. If not, the stored value may differ from the entity's.</summary>
    public bool Writes(ColumnMap column) => ValuePart.Any(cell => cell.Column == column) && !NotCompared.Contains(column);

    /// <summary>Insert: whether the server generates the value of <see cref="TableMap.AutoIncrement" /> and it is written to the entities.</summary>
    public bool ReturnsKeys { get; init; }

    /// <summary>Insert: whether the keys of a statement's rows are computed from the first one, and verified by counting the rows that have them.</summary>
    public bool CountsKeys { get; init; }

    /// <summary>Whether the statements mean the same with all session settings, so that wrong facts do no harm: deletes by integer keys, in lists or one by one, of a type that
    /// is not part of a hierarchy.</summary>
    public bool MeansTheSameInEverySession
        => Operation == BulkOperation.Delete && Choice.Strategy is BulkStrategy.KeyList or BulkStrategy.RowByRow && Shape.Cells.All(cell => cell.Column.Kind.IsInteger()) && Table.IsAlone;

    /// <summary><c>BulkExecute</c>: whether the number of rows that each execution affected is requested.</summary>
    public bool ReturnsAffected { get; init; }

    public IEnumerable<RowCell> KeyPart => Shape.Cells.Take(KeyCells);

    public IEnumerable<RowCell> ConcurrencyTokenPart => Shape.Cells.Skip(KeyCells).Take(ConcurrencyTokenCells);

    /// <summary>Insert: all columns; update: the new values.</summary>
    public IEnumerable<RowCell> ValuePart => Shape.Cells.Skip(KeyCells + ConcurrencyTokenCells).SkipLast(UsedCells);

    /// <summary>The index of the given value in the shape that an update's expression uses for a column.</summary>
    public int PlaceOf(ColumnMap column)
    {
        // The old value of a concurrency token, which differs from the given one.
        for (int i = 0; i < Shape.Cells.Count; i++)
        {
            if (Shape.Cells[i].Column == column && (i < KeyCells || i >= KeyCells + ConcurrencyTokenCells))
                return i;
        }

        throw new UnreachableException($"'{column.DisplayName}' is not among the values of a row.");
    }

    /// <summary>The target of the rows, as messages name it.</summary>
    public string DisplayName => _table is null ? "the statement" : $"'{_table.DisplayName}'";
}
