using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary><c>BulkInsertOrUpdate</c> and <c>BulkInsertIfAbsent</c>: rows are looked up first; those that exist are updated or left as they are, and the others inserted.
/// Whatever concerns one statement is what an insert or an update does.</summary>
/// <param name="updates">Existing rows are updated.</param>
internal class InsertOrUpdateOperation(bool updates) : Operation
{
    private readonly UpdateOperation _update = new();

    /// <summary>What is done with new rows.</summary>
    protected InsertOperation Insert { get; } = new();

    public override BulkOperation Kind => updates ? BulkOperation.InsertOrUpdate : BulkOperation.InsertIfAbsent;

    public override bool WritesEntities => true;

    public override bool LooksUp => true;

    public override bool LeavesExisting => !updates;

    public override bool GoesByKey => true;

    public override bool GoesByFamily => true;

    public override bool DependentsGoFirst => false;

    // The look-up finds all keys that the server treats as equal.
    public override bool HidesRepeatedKeys => false;

    public override bool RefusesRepeatedInstances => true;

    public override bool GeneratesValues => true;

    public override bool KnowsKeys(BulkPlan plan) => Of(plan).KnowsKeys(plan);

    public override IReadOnlyList<BulkHook> HooksOf(MySqlBulkDefaults defaults) => Insert.HooksOf(defaults);

    public override IReadOnlyList<BulkHook>? HooksOfExisting(MySqlBulkDefaults defaults) => updates ? _update.HooksOf(defaults) : null;

    public override RowForm FormOf(BulkRequest request, RowTypes? types, in BulkRow row)
        => row.Presence == RowPresence.Absent ? Insert.FormOf(request, types, row) : _update.FormOf(request, types, row) with { Exists = true };

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call)
        => form.Exists ? _update.FactsOf(request, form, call) : Insert.FactsOf(request, form, call);

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call)
        => form.Exists ? _update.Plan(request, form, call) with { WritesChangesOnly = true } : Insert.Plan(request, form, call);

    public override void CheckEntry(BulkPlan plan, in BulkRow row, EntityEntry entry) => Of(plan).CheckEntry(plan, row, entry);

    public override bool IsGuarded(ColumnMap column) => Insert.IsGuarded(column) || _update.IsGuarded(column);

    public override void CheckGuarded(TableMap table, ColumnMap column, in BulkRow row, bool isTracked)
    {
        Operation operation = row.Presence == RowPresence.Absent ? Insert : _update;
        if (operation.IsGuarded(column))
            operation.CheckGuarded(table, column, row, isTracked);
    }

    public override bool IsGenerated(ColumnMap column, BulkPlan plan) => Of(plan).IsGenerated(column, plan);

    public override SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys) => Of(plan).TraceOf(plan, rows, keys);

    public override bool? IsStored(int found, int of) => Insert.IsStored(found, of);

    // An existing row is locked, so it is missed only if it has all the new values already.
    public override ValueTask<Exception?> MissedAsync(StatementSender sender, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
        => plan.Operation == BulkOperation.Insert ? Insert.MissedAsync(sender, plan, rows, affected) : new((Exception?)null);

    public override IEnumerable<Omission> LeavesOut(
        BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, Func<int, string, bool> isTold)
        => [.. Insert.LeavesOut(request, rows, areAll, tracked, isTold), .. MatchingOperation.HiddenRows(request, Name, isTold)];

    public override string ReasonOf(BulkRequest request, IReadOnlyList<BulkPlan> plans)
    {
        IEnumerable<string> ways = plans.Where(plan => updates || plan.Operation == BulkOperation.Insert)
            .Select(plan => $"{(plan.Operation == BulkOperation.Insert ? "new ones" : "existing ones")} by {plan.Choice.Strategy}: {plan.Choice.Reason}").Distinct();
        return $"rows are looked up by {MatchOf(request, plans[0])} and locked first; {string.Join("; ", ways)}";
    }

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry)
    {
        if (entry.State == EntityState.Added)
            Insert.Accept(fixup, plan, entry);
        else
            Of(plan).Accept(fixup, plan, entry);
    }

    public override BulkResult Count(BulkResult result, long rows) => Count(result, new RowCounts(rows, 0, 0));

    public override BulkResult Count(BulkResult result, RowCounts counts)
        => result with { RowsInserted = counts.Inserted, RowsUpdated = counts.Updated, RowsUnchanged = counts.Unchanged };

    /// <summary>What rows are matched by, as messages name it.</summary>
    protected static string MatchOf(BulkRequest request, BulkPlan plan) => string.Join(", ", request.Options.Match ?? [.. plan.Table.Key.Select(column => column.Property.Name)]);

    private Operation Of(BulkPlan plan) => plan.Operation switch
    {
        BulkOperation.Insert => Insert,
        BulkOperation.Update => _update,
        _ => throw new System.Diagnostics.UnreachableException($"{Name} sends no {plan.Operation}."),
    };
}
