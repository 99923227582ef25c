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
    private readonly Dictionary<TableMap, bool> _updates = [];

    /// <summary>What is done with new rows.</summary>
    protected InsertOperation Insert { get; } = new();

    public override BulkOperation Kind => updates ? BulkOperation.InsertOrUpdate : BulkOperation.InsertIfAbsent;

    public override string ResultVerb => updates ? "inserted or updated" : "inserted";

    public override bool WritesEntities => true;

    public override bool LooksUp => true;

    public override bool MovesValues => updates;

    public override bool GoesByKey => true;

    public override bool GoesByFamily => true;

    public override bool ReplacesOwned => updates;

    public override bool WritesPart(BulkRequest request, TableMap part) => _update.WritesPart(request, part);

    public override bool DependentsGoFirst => false;

    // The look-up finds all keys that the server treats as equal.
    public override bool HidesRepeatedKeys => false;

    public override bool RefusesRepeatedInstances => true;

    public override bool GeneratesValues => true;

    // A link that is stored keeps what else its row has.
    public override Operation OfLinks => new InsertOrUpdateOperation(updates: false);

    public override bool KnowsKeys(BulkPlan plan) => Of(plan).KnowsKeys(plan);

    public override bool UpdatesExisting(BulkRequest request, TableMap table)
        => _updates.TryGetValue(table, out bool known) ? known
            : _updates[table] = updates && (request.Options.Set is not null || Writes(request, table));

    // A row that has nothing but what it is found by.
    public override bool AgreesWithExisting(BulkRequest request, TableMap table)
        => updates && table.Columns.All(column => column.IsKey || column.Constant is not null || MatchedColumns.Of(table, request.Options.Match).Contains(column));

    public override IReadOnlyList<BulkHook> HooksOf(MySqlBulkDefaults defaults) => Insert.HooksOf(defaults);

    public override IReadOnlyList<BulkHook>? HooksOfExisting(MySqlBulkDefaults defaults) => updates ? _update.HooksOf(defaults) : null;

    public override RowForm FormOf(BulkRequest request, RowTypes? types, in BulkRow row)
        => row.Presence == RowPresence.Absent ? Insert.FormOf(request, types, row) : _update.FormOf(request, types, row) with { Exists = true };

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call)
        => form.Exists ? _update.FactsOf(request, form, call) : Insert.FactsOf(request, form, call);

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call)
        => !form.Exists ? Insert.Plan(request, form, call)
            : form.IsGone ? _update.Plan(request, form, call)
            : BulkPlanner.Change(_update.Plan(request, form, call), call.Options);

    public override void CheckEntry(BulkPlan plan, in BulkRow row, EntityEntry entry)
    {
        Of(plan).CheckEntry(plan, row, entry);
        if (entry.State == EntityState.Added && plan.Table.Columns.FirstOrDefault(column => MayLeave(column, plan) && !GeneratedColumns.CanTake(column)) is { } part)
        {
            throw new NotSupportedException(
                $"Row {row.Index} is tracked as Added, and the call does not write '{part.DisplayName}' to its stored row: the context could not tell whether they agree. Give entities that are not tracked.");
        }
    }

    public override bool IsGuarded(ColumnMap column) => Insert.IsGuarded(column) || _update.IsGuarded(column);

    public override void CheckGuarded(TableMap table, ColumnMap column, in BulkRow row, bool isTracked)
    {
        Operation operation = row.Presence == RowPresence.Absent ? Insert : _update;
        if (operation.IsGuarded(column))
            operation.CheckGuarded(table, column, row, isTracked);
    }

    public override bool IsGenerated(ColumnMap column, BulkPlan plan) => Of(plan).IsGenerated(column, plan);

    public override bool MayLeave(ColumnMap column, BulkPlan plan)
        => !column.IsKey && column.Constant is null && !plan.Writes(column) && !plan.KeyColumns.Contains(column)
            && (!plan.InsertsRows || column.Origin is not (ValueOrigin.Server or ValueOrigin.Omitted or ValueOrigin.AutoIncrement));

    public override SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys) => Of(plan).TraceOf(plan, rows, keys);

    public override bool? IsStored(int found, int of) => Insert.IsStored(found, of);

    // An existing row is locked, so it is missed only if it has all the new values already.
    public override ValueTask<Exception?> MissedAsync(StatementSender sender, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
        => plan.Operation == BulkOperation.Insert ? Insert.MissedAsync(sender, plan, rows, affected) : new((Exception?)null);

    public override IEnumerable<Omission> LeavesOut(
        BulkRequest request, ReadOnlySpan<object?> rows, bool areAll, TrackedEntries tracked, Func<int, string, bool> isTold)
        => [.. Insert.LeavesOut(request, rows, areAll, tracked, isTold), .. MatchingOperation.HiddenRows(request, Name, isTold)];

    public override string ReasonOf(BulkRequest request, Lanes lanes, IReadOnlyList<BulkPlan> sent)
        => $"{LookUpOf(lanes.LookUp, MatchOf(request, lanes))}{Ways(sent.Where(plan => plan.InsertsRows || (updates && !plan.WritesNothing)), plan => plan.InsertsRows ? "new ones" : "existing ones")}{(request.GoesByType ? "; related entities are looked up by their primary keys" : "")}";

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
    protected static string MatchOf(BulkRequest request, Lanes lanes) => string.Join(", ", request.Options.Match ?? [.. lanes.First!.Plan.Table.Key.Select(column => column.Property.Name)]);

    private static string LookUpOf(LookUp lookUp, string match) => lookUp switch
    {
        LookUp.Locking => $"rows are looked up by {match} and locked first",
        LookUp.Plain => $"rows are looked up by {match} first, and those that exist are locked",
        LookUp.None => $"rows are taken to be new, because the last call found none by {match}",
        _ => throw new System.Diagnostics.UnreachableException($"{lookUp} is no look-up."),
    };

    /// <summary>How rows of each kind go, as the end of a sentence.</summary>
    protected static string Ways(IEnumerable<BulkPlan> plans, Func<BulkPlan, string> rows)
    {
        string[] ways = [.. plans.Select(plan => $"{rows(plan)} by {plan.Choice.Strategy} ({plan.Choice.Reason})").Distinct()];
        return ways.Length == 0 ? ", and there is nothing to write" : $", then {string.Join(", ", ways[..^1])}{(ways.Length > 1 ? " and " : "")}{ways[^1]}";
    }

    // What an owner holds may differ although it has no column to update.
    private static bool Writes(BulkRequest request, TableMap table)
        => (request.IsDivided && OwnedTable.Of(table).Count > 0) || TableMap.AllOf(table.EntityType).Any(part => BulkPlanner.UpdatedColumns(part, request.Options, []).Length > 0);

    private Operation Of(BulkPlan plan) => plan.Operation switch
    {
        BulkOperation.Insert => Insert,
        BulkOperation.Update or BulkOperation.Delete => _update,
        _ => throw new System.Diagnostics.UnreachableException($"{Name} sends no {plan.Operation}."),
    };
}
