using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The columns of a plan whose values the server generates and <c>SaveChanges</c> reads back: defaults of rows that leave them to the server, computed
/// columns, row versions and whatever else changes with a row. AUTO_INCREMENT keys are known without reading. For tracked entities also those that the call may leave as they are.</summary>
internal sealed class GeneratedColumns
{
    private readonly BulkPlan _plan;
    private readonly bool _knowsKeys;
    private readonly bool[] _isGenerated;
    private readonly bool[] _mayBeLeft;
    private readonly Func<object, bool>?[] _hasSentinel;
    private readonly Action<object, object?>?[] _writers;

    private GeneratedColumns(BulkPlan plan, ColumnMap[] columns, Operation operation)
    {
        bool knowsKeys = operation.KnowsKeys(plan);
        _plan = plan;
        _isGenerated = [.. columns.Select(c => operation.IsGenerated(c, plan))];
        _mayBeLeft = [.. columns.Select(c => operation.MayLeave(c, plan))];
        Columns = columns;
        _knowsKeys = knowsKeys;
        _hasSentinel = [.. columns.Select(c => !knowsKeys && c.Origin == ValueOrigin.StoreDefault && c.Path is not null ? SentinelOf(c) : null)];
        _writers = [.. columns.Select(c => c.WriterFor(plan.Table))];
    }

    public BulkPlan Plan => _plan;

    public ColumnMap[] Columns { get; }

    /// <returns>The columns, or <see langword="null" /> if there is nothing to read back.</returns>
    public static GeneratedColumns? Of(BulkPlan plan, Operation operation)
    {
        if (!operation.ReadsBack)
            return null;
        ColumnMap[] columns = [.. plan.Table.Columns.Where(c => !c.IsKey && (operation.IsGenerated(c, plan) || (operation.MayLeave(c, plan) && CanTake(c))))];
        return columns.Length > 0 && (operation.KnowsKeys(plan) || LearnsKeys(plan)) ? new(plan, columns, operation) : null;
    }

    /// <summary>A value of a row has to be read back.</summary>
    /// <param name="index">The column's place among <see cref="Columns" />.</param>
    /// <param name="row">The row.</param>
    /// <param name="readsAll">All values are requested; otherwise only those without which a tracked entity could not be saved again.</param>
    public bool IsWanted(int index, in BulkRow row, bool readsAll)
    {
        ColumnMap column = Columns[index];
        if (_mayBeLeft[index] && IsLeft(column, row))
            return true;
        if (!_isGenerated[index])
            return false;
        if (!readsAll && !(row.IsTracked && (column.IsConcurrencyToken || column.Property.IsKey())))
            return false;
        if (!column.TakesValueOf(row))
            return false;
        return _knowsKeys || column.Origin == ValueOrigin.Server || HasSentinel(index, row);
    }

    /// <summary>A value of a row has to be read back, and the row can be found by its key.</summary>
    public bool AreWanted(in BulkRow row, bool readsAll)
    {
        for (int i = 0; i < Columns.Length; i++)
        {
            if (IsWanted(i, row, readsAll))
                return _knowsKeys || HasKey(row);
        }

        return false;
    }

    /// <summary>Writes a value to an entity that is not tracked.</summary>
    public void Write(int index, object entity, object? value) => _writers[index]?.Invoke(entity, value);

    /// <summary>A tracked entity can be given the column's stored value: it is one of its own.</summary>
    public static bool CanTake(ColumnMap column) => !column.HoldsDocument && column.Sharing is null && column.Property.DeclaringType is var type && !(type is IEntityType entity ? entity : ((IComplexType)type).ContainingEntityType).IsOwned();

    // What SaveChanges would write later stays a change, unless the entity is new.
    private bool IsLeft(ColumnMap column, in BulkRow row)
        => row.IsTracked && (_plan.InsertsRows || row.Entry!.State == EntityState.Added || (_plan.NotCompared.Contains(column) && row.Entry.Property(column.Property).IsModified));

    // The rows cannot be found again if the server generates a key that is not returned.
    private static bool LearnsKeys(BulkPlan plan)
        => plan.ReturnsKeys || plan.Table.AutoIncrement is not { IsKey: true } counter || plan.Shape.Cells.Any(cell => cell.Column == counter);

    // A key that comes from the column's default is not known.
    private bool HasKey(in BulkRow row)
    {
        foreach (ColumnMap column in _plan.Table.Key)
        {
            if (column.Origin == ValueOrigin.StoreDefault && (column.Path is null ? !row.IsTracked : SentinelOf(column)(row.Item)))
                return false;
        }

        return true;
    }

    private bool HasSentinel(int index, in BulkRow row)
        => _hasSentinel[index] is { } test
            ? test(row.Item)
            : InternalEntries.IsTemporary(row.Entry!, Columns[index].Property)
                || Equals(InternalEntries.Current(row.Entry!, Columns[index].Property), Columns[index].Property.Sentinel);

    private Func<object, bool> SentinelOf(ColumnMap column)
        => _plan.Table.GetOrAdd((nameof(SentinelOf), column), static (table, key) => ColumnAccess.CompileSentinelTest(key.column, table.EntityType.ClrType));
}
