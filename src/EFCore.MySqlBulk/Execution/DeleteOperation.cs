using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary><c>BulkDelete</c> and <c>BulkDeleteByKey</c>.</summary>
internal sealed class DeleteOperation : MatchingOperation
{
    public override BulkOperation Kind => BulkOperation.Delete;

    public override string ResultVerb => "deleted";

    public override bool WritesEntities => false;

    public override bool GoesByFamily => true;

    public override bool DependentsGoFirst => true;

    // A row that an earlier statement deleted is missed.
    public override bool HidesRepeatedKeys => false;

    // A deleted row is gone for every entity that represents it.
    public override bool StoresByKey => true;

    public override string MissedVerb => "delete";

    public override string MissedCure => "Leave them out, or set BulkDeleteOptions.IgnoreMissing.";

    public override IReadOnlyList<BulkHook> HooksOf(MySqlBulkDefaults defaults) => defaults.BeforeDelete;

    // A delete needs only key and concurrency tokens. A hierarchy in one table shares them, except the tokens of derived types; the row may be a bare key.
    public override RowForm FormOf(BulkRequest request, RowTypes? types, in BulkRow row)
        => new(row.Place is not null || (request.BareKeyType is null && (types!.Root.HasSeveralTables || (request.Options.CheckConcurrency && types.Of(row).ConcurrencyTokens.Count != types.Root.ConcurrencyTokens.Count)))
            ? types!.Of(row)
            : types!.Root);

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call) => BulkPlanner.FactsToDelete(form.Table, call, request.BareKeyType);

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call) => BulkPlanner.Delete(form.Table, call, request.BareKeyType);

    public override SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys) => new(KeyLookup.ByKey(plan), rows);

    // A row that is there has not been deleted.
    public override bool? IsStored(int found, int of) => found == 0 ? true : found == of ? false : null;

    public override async ValueTask<Exception?> MissedAsync(StatementSender sender, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
        => !sender.IgnoresMissing ? await base.MissedAsync(sender, plan, rows, affected).ConfigureAwait(false)
        : plan.ConcurrencyTokenCells > 0 ? await sender.FindChangedAsync(plan, rows).ConfigureAwait(false)
        : null;

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry) => fixup.Detach(entry);

    public override BulkResult Count(BulkResult result, long rows) => result with { RowsDeleted = rows };
}
