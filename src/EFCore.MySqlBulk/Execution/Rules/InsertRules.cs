using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>Inserts rows.</summary>
internal class InsertRules : StatementRules
{
    public override bool KnowsKeys => false;

    // A tracked entity always gets its key: without it, the entity could not be tracked any longer. In a graph, other rows need it.
    public override StatementShape ShapeOf(BulkRequest request, RowTypes? types, in BulkRow row)
    {
        StatementShape shape = types!.Of(row).ShapeToInsert(row);
        return shape with { ReturnsKeys = shape.GeneratesKeys && (row.IsTracked || row.Place?.PropagatesKey == true || (request.Options.ReturnKeys && shape.Table.KeyWriter is not null)) };
    }

    public override SelectionFacts FactsOf(BulkRequest request, StatementShape shape, CallFacts call) => BulkPlanner.FactsToInsert(shape, Of(shape, call), UncertaintyOf(shape, call));

    public override BulkPlan Plan(BulkRequest request, StatementShape shape, CallFacts call) => BulkPlanner.Insert(shape, Of(shape, call), UncertaintyOf(shape, call));

    public override void CheckValue(TableMap table, ColumnMap column, in BulkRow row, bool isTracked)
    {
        if (column.IsFixedBeforeSave && !table.HasSentinel(column, row))
            throw new RowValueException($"'{column.DisplayName}' has a value, but the model does not allow one before the row is stored (SetBeforeSaveBehavior). Leave it unset.") { Row = row };
    }

    public override void CheckEntry(BulkPlan plan, in BulkRow row, EntityEntry entry)
    {
        foreach (ColumnMap column in plan.Table.Key)
        {
            if (column.Origin != ValueOrigin.StoreDefault)
                continue;
            PropertyEntry key = entry.Property(column.Property);
            if (key.IsTemporary || Equals(key.CurrentValue, column.Property.Sentinel))
            {
                throw new InvalidOperationException(
                    $"Row {row.Index} is tracked and leaves its key '{column.DisplayName}' to the column's default, so the key of the stored row would not be known. "
                    + "Assign the key, or give entities that are not tracked.");
            }
        }
    }

    public override bool IsGenerated(ColumnMap column, BulkPlan plan)
        => column.ValueGenerated.HasFlag(ValueGenerated.OnAdd) && column.Origin is ValueOrigin.Server or ValueOrigin.StoreDefault;

    public override ValueTask<Exception?> MissedAsync(MissedRows missed, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected) => new(ShortInsert(rows.Length, affected));

    public override SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys)
    {
        if (plan.Table.AutoIncrement is { } generated && keys.Length == rows.Length && plan.Table.Key is [var only] && only == generated)
        {
            BulkRow[] bare = new BulkRow[keys.Length];
            for (int i = 0; i < bare.Length; i++)
                bare[i] = new(plan.Table.KeyFromInteger(keys[i]), null, i);
            return new(KeyLookup.ByKey(plan, plan.Table.Key, generated.ClrType), bare);
        }

        // The key of a row is not known if it is not sent.
        return plan.Table.Key.All(column => plan.Shape.Cells.Any(cell => cell.Column == column)) ? new(KeyLookup.ByKey(plan), rows) : null;
    }

    public override bool? IsStored(int found, int of) => found == 0 ? false : found == of ? true : null;

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry) => fixup.AcceptAll(entry);

    /// <summary>The exception for an insert of fewer rows than were given.</summary>
    public static UnfinishedException ShortInsert(int rows, long affected)
        => new(outcome => new BulkOperationException($"The server reports that it inserted {affected} of {rows} rows. {outcome.Sentence}")
        {
            Outcome = outcome.Stored,
            RowsAffected = outcome.RowCount,
            TransactionLost = outcome.TransactionLost,
        });

    private static CallFacts Of(StatementShape shape, CallFacts call) => call with { Options = call.Options with { ReturnKeys = shape.ReturnsKeys } };

    private static KeyUncertainty UncertaintyOf(StatementShape shape, CallFacts call) => KeyVerification.Of(shape.Table, call.Server, call.Session).Uncertainty;
}
