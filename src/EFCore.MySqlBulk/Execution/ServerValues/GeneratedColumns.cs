using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Execution.ServerValues;

/// <summary>The columns of a plan whose values the server generates and <c>SaveChanges</c> reads back: defaults that a row leaves to the server,
/// computed columns, row versions and other values generated on update; AUTO_INCREMENT keys are known without reading. For tracked entities also
/// columns that the call may not write.</summary>
internal sealed class GeneratedColumns
{
    private readonly BulkPlan _plan;
    private readonly bool _knowsKeys;
    private readonly bool[] _isGenerated;
    private readonly bool[] _mayBeLeft;
    private readonly bool[] _mayHoldSentinel;
    private readonly Action<object, object?>?[] _writers;

    private GeneratedColumns(BulkPlan plan, ColumnMap[] columns, StatementRules rules)
    {
        bool knowsKeys = rules.KnowsKeys;
        _plan = plan;
        _isGenerated = [.. columns.Select(c => rules.IsGenerated(c, plan))];
        _mayBeLeft = [.. columns.Select(c => rules.MayLeave(c, plan))];
        Columns = columns;
        _knowsKeys = knowsKeys;
        _mayHoldSentinel = [.. columns.Select(c => !knowsKeys && c.Origin == ValueOrigin.StoreDefault && c.Path is not null)];
        _writers = [.. columns.Select(c => plan.Table.WriterOf(c))];
    }

    public BulkPlan Plan => _plan;

    public ColumnMap[] Columns { get; }

    /// <returns>The columns, or <see langword="null" /> if there is nothing to read back.</returns>
    public static GeneratedColumns? Of(BulkPlan plan, StatementRules rules)
    {
        ColumnMap[] columns = [.. plan.Table.Columns.Where(c => !c.IsKey && (rules.IsGenerated(c, plan) || (rules.MayLeave(c, plan) && StoredProperty.CanTake(c))))];
        return columns.Length > 0 && (rules.KnowsKeys || LearnsKeys(plan)) ? new(plan, columns, rules) : null;
    }

    /// <summary>Whether a value of a row has to be read back.</summary>
    /// <param name="index">The column's place among <see cref="Columns" />.</param>
    /// <param name="row">The row.</param>
    /// <param name="readsAll">Whether all values are requested; otherwise only those that a tracked entity needs to be saved again.</param>
    public bool IsWanted(int index, in BulkRow row, bool readsAll)
    {
        ColumnMap column = Columns[index];
        if (_mayBeLeft[index] && IsLeft(column, row))
            return true;
        if (!_isGenerated[index])
            return false;
        if (!readsAll && !(row.IsTracked && (column.IsConcurrencyToken || column.Property.IsKey())))
            return false;
        if (!column.TakesValueOf(row.IsTracked))
            return false;
        return _knowsKeys || column.Origin == ValueOrigin.Server || HasSentinel(index, row);
    }

    /// <summary>Whether a value of a row has to be read back, and the row can be found by its key.</summary>
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

    // A value that SaveChanges would write later stays a change, unless the entity is new.
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
            if (column.Origin == ValueOrigin.StoreDefault && (column.Path is null ? !row.IsTracked : ColumnAccess.IsUnset(column, row.Item)))
                return false;
        }

        return true;
    }

    private bool HasSentinel(int index, in BulkRow row)
        => _mayHoldSentinel[index]
            ? ColumnAccess.IsUnset(Columns[index], row.Item)
            : InternalEntries.IsTemporary(row.Entry!, Columns[index].Property)
                || Equals(InternalEntries.Current(row.Entry!, Columns[index].Property), Columns[index].Property.Sentinel);
}
