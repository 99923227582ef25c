using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary><c>BulkUpdate</c>.</summary>
internal sealed class UpdateOperation : MatchingOperation
{
    public override BulkOperation Kind => BulkOperation.Update;

    public override bool WritesEntities => true;

    public override bool GoesByFamily => false;

    public override string MissedVerb => "update";

    public override string MissedCure => "Leave them out, or insert them.";

    public override RowForm FormOf(BulkRequest request, RowTypes? types, in BulkRow row) => types!.Of(row.Item).FormToUpdate(row);

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call) => BulkPlanner.FactsToUpdate(form, call);

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call) => BulkPlanner.Update(form, call);

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry)
    {
        if (fixup.WritesAll && entry.State != EntityState.Deleted)
            TrackerFixup.AcceptAll(entry);
        else
            TrackerFixup.AcceptWritten(plan, entry);
    }

    public override BulkResult Count(BulkResult result, long rows) => result with { RowsUpdated = rows };
}
