using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary><c>BulkSynchronize</c>: an insert-or-update of the rows that differ from those of a scope. Rows of the scope that no given row matches are deleted, or updated.</summary>
internal sealed class SynchronizeOperation() : InsertOrUpdateOperation(updates: true)
{
    private readonly DeleteOperation _delete = new();
    private readonly Dictionary<TableMap, bool> _updates = [];

    public override BulkOperation Kind => BulkOperation.Synchronize;

    public override bool WritesMissing(BulkRequest request) => request.Options.Missing != MissingRows.Keep;

    // A row that has nothing but its key is never updated.
    public override RowForm FormOf(BulkRequest request, RowTypes? types, in BulkRow row)
        => row.Presence == RowPresence.Unchanged && !Updates(types!.Of(row.Item), request.Options)
            ? Insert.FormOf(request, types, row)
            : base.FormOf(request, types, row);

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call)
        => form.IsMissing ? BulkPlanner.FactsToDelete(form.Table, call, BareKeys.TypeOf(form.Table)) : base.FactsOf(request, form, call);

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call)
        => !form.IsMissing ? base.Plan(request, form, call)
            : request.Options.Missing.Set is { } set ? BulkPlanner.Mark(form.Table, call, set, BareKeys.TypeOf(form.Table))
            : BulkPlanner.Delete(form.Table, call, BareKeys.TypeOf(form.Table));

    public override bool IsGenerated(ColumnMap column, BulkPlan plan) => !IsOfMissing(plan) && base.IsGenerated(column, plan);

    // What was inserted or updated before is looked up.
    public override SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys) => IsOfMissing(plan) ? null : base.TraceOf(plan, rows, keys);

    public override IEnumerable<Omission> LeavesOut(
        BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, Func<int, string, bool> isTold)
        => [.. Insert.LeavesOut(request, rows, areAll, tracked, isTold), .. HooksNotRun(request, isTold)];

    public override string ReasonOf(BulkRequest request, IReadOnlyList<BulkPlan> plans)
        => $"the scope is compared by {MatchOf(request, plans[0])} and locked first; {string.Join("; ", plans.Select(plan => $"{RowsOf(plan)} by {plan.Choice.Strategy}: {plan.Choice.Reason}").Distinct())}";

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry)
    {
        if (!IsOfMissing(plan))
            base.Accept(fixup, plan, entry);
        else if (plan.Operation == BulkOperation.Delete)
            _delete.Accept(fixup, plan, entry);
    }

    public override BulkResult Count(BulkResult result, RowCounts counts)
        => base.Count(result, counts) with { RowsMissing = counts.Missing, RowsDeleted = counts.Deleted, RowsMarked = counts.Marked };

    private bool Updates(TableMap table, ResolvedOptions options)
        => _updates.TryGetValue(table, out bool updates) ? updates : _updates[table] = BulkPlanner.UpdatedColumns(table, options, []).Length > 0;

    private static bool IsOfMissing(BulkPlan plan) => plan.Shape.BareKeyType is not null;

    private static string RowsOf(BulkPlan plan) => IsOfMissing(plan) ? "missing ones" : plan.InsertsRows ? "new ones" : "changed ones";

    private static IEnumerable<Omission> HooksNotRun(BulkRequest request, Func<int, string, bool> isTold)
    {
        MySqlBulkDefaults defaults = BulkCall.DefaultsOf(request.Context);
        (string name, IReadOnlyList<BulkHook> hooks) = request.Options.Missing.Set is null ? ("BeforeDelete", defaults.BeforeDelete) : ("BeforeUpdate", defaults.BeforeUpdate);
        IEntityType type = request.EntityType;
        return request.Options.Missing == MissingRows.Keep || isTold(EventIds.HooksNotRun, type.Name) || !hooks.Any(hook => hook.Type.IsAssignableFrom(type.ClrType))
            ? []
            : [new(EventIds.HooksNotRun, type.Name, $"'{type.DisplayName()}' has {name} hooks, which BulkSynchronize does not run for missing rows, because it reads no entities of them. Set Missing = MissingRows.Keep, and delete or update them with a call of your own.")];
    }
}
