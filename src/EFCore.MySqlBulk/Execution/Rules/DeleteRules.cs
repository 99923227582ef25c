using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>Deletes rows that are found by their keys.</summary>
internal sealed class DeleteRules : StatementRules
{
    // A delete needs only key and concurrency tokens. All types of a hierarchy in one table have the same, except tokens of derived types; the row may be a bare key.
    public override StatementShape ShapeOf(BulkRequest request, RowTypes? types, in BulkRow row)
        => new(row.Place is not null || (request.BareKeyType is null && (types!.Root.HasSeveralTables || (request.Options.CheckConcurrency && types.Of(row).ConcurrencyTokens.Count != types.Root.ConcurrencyTokens.Count)))
            ? types!.Of(row)
            : types!.Root);

    public override SelectionFacts FactsOf(BulkRequest request, StatementShape shape, CallFacts call) => BulkPlanner.FactsToDelete(shape.Table, call, request.BareKeyType);

    public override BulkPlan Plan(BulkRequest request, StatementShape shape, CallFacts call) => BulkPlanner.Delete(shape.Table, call, request.BareKeyType);

    public override async ValueTask<Exception?> MissedAsync(MissedRows missed, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
        => !missed.AreIgnored ? await missed.FindAsync(plan, rows, affected).ConfigureAwait(false)
            : plan.ConcurrencyTokenCells > 0 ? await missed.FindChangedAsync(plan, rows).ConfigureAwait(false)
            : null;

    public override SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys) => new(KeyLookup.ByKey(plan), rows);

    // A row that exists has not been deleted.
    public override bool? IsStored(int found, int of) => found == 0 ? true : found == of ? false : null;

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry) => fixup.Detach(entry);
}
