using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary><c>BulkSynchronize</c>: an insert-or-update of the rows that differ from those of a scope. Rows of the scope that no given row matches are deleted, or updated.</summary>
/// <param name="updates">Existing rows are updated.</param>
internal sealed class SynchronizeOperation(bool updates) : InsertOrUpdateOperation(updates)
{
    private readonly DeleteOperation _delete = new();

    public override BulkOperation Kind => BulkOperation.Synchronize;

    public override string ResultVerb => "changed";

    public override Operation OfLinks => new SynchronizeOperation(updates: false);

    public override bool WritesMissing(BulkRequest request) => request.Options.Missing != MissingRows.Keep;

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call)
        => form.IsMissing ? BulkPlanner.FactsToDelete(form.Table, call, BareKeys.TypeOf(form.Table)) : base.FactsOf(request, form, call);

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call)
        => !form.IsMissing ? base.Plan(request, form, call)
            : request.Options.Missing.Set is { } set ? BulkPlanner.Mark(form.Table, call, set, BareKeys.TypeOf(form.Table))
            : request.Options.Missing.Severed is { } severed ? BulkPlanner.Sever(form.Table, call, severed.Properties.Select(form.Table.ColumnOf), BareKeys.TypeOf(form.Table))
            : BulkPlanner.Delete(form.Table, call, BareKeys.TypeOf(form.Table));

    public override bool IsGenerated(ColumnMap column, BulkPlan plan) => !IsOfMissing(plan) && base.IsGenerated(column, plan);

    // What was inserted or updated before is looked up.
    public override SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys) => IsOfMissing(plan) ? null : base.TraceOf(plan, rows, keys);

    public override IEnumerable<Omission> LeavesOut(
        BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, Func<int, string, bool> isTold)
        =>
        [
            .. Insert.LeavesOut(request, rows, areAll, tracked, isTold),
            .. HooksNotRun(request, isTold),
            .. MatchingOperation.HiddenRows(request.StoredTypes.Where(type => type.GetRootType() != request.EntityType.GetRootType()), Name, isTold),
        ];

    public override string ReasonOf(BulkRequest request, Lanes lanes, IReadOnlyList<BulkPlan> sent) => $"the scope is compared by {MatchOf(request, lanes)} and locked first{Ways(sent, RowsOf)}{(request.GoesByType ? "; related entities are looked up by their primary keys, and collections by those of their parents" : "")}";

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry)
    {
        if (!IsOfMissing(plan))
            base.Accept(fixup, plan, entry);
        else if (plan.Operation == BulkOperation.Delete)
            _delete.Accept(fixup, plan, entry);
    }

    public override BulkResult Count(BulkResult result, RowCounts counts)
        => base.Count(result, counts) with { RowsMissing = counts.Missing, RowsDeleted = counts.Deleted, RowsMarked = counts.Marked };

    private static bool IsOfMissing(BulkPlan plan) => plan.Shape.BareKeyType is not null;

    private static string RowsOf(BulkPlan plan) => IsOfMissing(plan) ? "missing ones" : plan.InsertsRows ? "new ones" : "changed ones";

    // What MissingRows.Update sets is all that missing rows get, as with ExecuteUpdate. Deleting them may be what a hook has another meaning for.
    private static IEnumerable<Omission> HooksNotRun(BulkRequest request, Func<int, string, bool> isTold)
    {
        if (request.Options.Missing != MissingRows.Delete)
            return [];
        IReadOnlyList<BulkHook> hooks = BulkCall.DefaultsOf(request.Context).BeforeDelete;
        // What is missing in a collection may be of a type of which no entity is there.
        IEnumerable<IEntityType> types = request.GoesByType ? EntityShape.Reached(request.EntityType, GraphReach.All).Where(type => !type.IsOwned()).Prepend(request.EntityType).Distinct() : [request.EntityType];
        return types.Where(type => !isTold(EventIds.HooksNotRun, type.Name) && hooks.Any(hook => hook.Type.IsAssignableFrom(type.ClrType)))
            .Select(type => new Omission(EventIds.HooksNotRun, type.Name, $"'{type.DisplayName()}' has BeforeDelete hooks, which BulkSynchronize does not run for missing rows, because it reads no entities of them. Set Missing = MissingRows.Keep and delete them with a call of your own, or say with MissingRows.Update what they are to get."));
    }
}
