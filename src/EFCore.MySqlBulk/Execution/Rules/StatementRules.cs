using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>What one kind of statement does: its shape and plan, the checks of its rows and of its outcome, and the update of the change tracker. The
/// rows of one group have the same rules.</summary>
internal abstract class StatementRules
{
    /// <summary>The shape of a row.</summary>
    /// <param name="request">The request.</param>
    /// <param name="types">The table maps; <see langword="null" /> if the rows are not entities.</param>
    /// <param name="row">The row.</param>
    public abstract StatementShape ShapeOf(BulkRequest request, RowTypes? types, in BulkRow row);

    /// <summary>The facts that decide the connection and the strategy for rows of a shape.</summary>
    public abstract SelectionFacts FactsOf(BulkRequest request, StatementShape shape, CallFacts call);

    /// <summary>Plans rows of a shape.</summary>
    public abstract BulkPlan Plan(BulkRequest request, StatementShape shape, CallFacts call);

    /// <summary>Whether its rows have keys before the call; otherwise the server may generate them, or use a column's default.</summary>
    public virtual bool KnowsKeys => true;

    /// <summary>Checks a row's value of a column, if the model says when the column may be written.</summary>
    /// <param name="table">The table.</param>
    /// <param name="column">The column.</param>
    /// <param name="row">The row.</param>
    /// <param name="isTracked">Whether the caller's context tracks the entity; an untracked row can have an entry too.</param>
    /// <exception cref="RowValueException">The model does not allow the value.</exception>
    public virtual void CheckValue(TableMap table, ColumnMap column, in BulkRow row, bool isTracked)
    {
    }

    /// <summary>Checks a tracked entity before its row is sent.</summary>
    /// <exception cref="InvalidOperationException">The entity could not be marked as stored.</exception>
    public virtual void CheckEntry(BulkPlan plan, in BulkRow row, EntityEntry entry)
    {
    }

    /// <summary>Whether the server generates the column's value when the row is stored.</summary>
    public virtual bool IsGenerated(ColumnMap column, BulkPlan plan) => false;

    /// <summary>Whether the statement may not write the column of a stored row, so that a tracked entity needs the stored value.</summary>
    public virtual bool MayLeave(ColumnMap column, BulkPlan plan) => false;

    /// <summary>Finds out why a statement affected a different number of rows than it carried.</summary>
    /// <returns>The exception to throw; <see langword="null" /> if nothing is wrong.</returns>
    public virtual ValueTask<Exception?> MissedAsync(MissedRows missed, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected) => default;

    /// <summary>The exception for a row whose generated values were not found under its key.</summary>
    public virtual Exception Unread(in BulkRow row)
        => new RowValueException("The values that the server generated could not be read back, because no stored row has this key: the column may store the key as another value (a shorter datetime or decimal), or a trigger has changed it. Give the key as the column stores it, or set ReadGenerated = false.") { Row = row };

    /// <summary>How the rows of a statement whose answer was lost can be looked up.</summary>
    /// <param name="plan">The plan of the rows.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="keys">The keys that the server generated for them; empty if they are not known.</param>
    /// <returns><see langword="null" /> if the rows cannot be found, or would not show whether the statement is stored.</returns>
    public virtual SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys) => null;

    /// <summary>Whether a statement is stored.</summary>
    /// <param name="found">The number of its rows that were found.</param>
    /// <param name="of">The number of rows looked up, at least one.</param> <returns><see langword="null" /> if that cannot be known.</returns>
    public virtual bool? IsStored(int found, int of) => null;

    /// <summary>Marks an entity's row as stored in the change tracker.</summary>
    public abstract void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry);
}
