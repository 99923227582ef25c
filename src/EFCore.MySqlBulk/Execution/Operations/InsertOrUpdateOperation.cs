using System.Diagnostics;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Execution.Operations;

/// <summary><c>BulkInsertOrUpdate</c> and <c>BulkInsertIfAbsent</c>: rows are looked up first; those that exist are updated or left as they are, and the others inserted.</summary>
internal class InsertOrUpdateOperation : Operation
{
    private readonly LookedUpInsertRules _insert = new();
    private readonly LookedUpUpdateRules _update = new();
    private readonly GonePartRules _gonePart = new(areLookedUp: true);

    /// <param name="updates">Whether existing rows are updated.</param>
    public InsertOrUpdateOperation(bool updates)
        : this(TraitsOf(updates))
    {
    }

    protected InsertOrUpdateOperation(OperationTraits traits)
        : base(traits)
    {
    }

    // A stored link keeps the other columns of its row.
    public override Operation OfLinks => new InsertOrUpdateOperation(updates: false);

    public override StatementRules RulesOf(in BulkRow row)
        => row.Presence == RowPresence.Absent ? _insert
            : row.Place is { Table: var table } && (table is OwnedTable || (row.Presence == RowPresence.Gone && table.EntityType.IsOwned())) ? _gonePart
            : _update;

    public override string ReasonOf(BulkRequest request, BulkPlan first, LookUp lookUp, IReadOnlyList<BulkPlan> sent)
        => $"{LookUpOf(lookUp, MatchOf(request, first))}{Ways(sent.Where(plan => plan.InsertsRows || (Traits.UpdatesEntities && !plan.WritesNothing)), plan => plan.InsertsRows ? "new ones" : "existing ones")}{(request.GoesByType ? "; related entities are looked up by their primary keys" : "")}";

    public override BulkResult Count(BulkResult result, RowCounts counts)
        => result with { RowsInserted = counts.Inserted, RowsUpdated = counts.Updated, RowsUnchanged = counts.Unchanged };

    protected static OperationTraits TraitsOf(bool updates) => new()
    {
        Kind = updates ? BulkOperation.InsertOrUpdate : BulkOperation.InsertIfAbsent,
        ResultVerb = updates ? "inserted or updated" : "inserted",
        InsertsEntities = true,
        UpdatesEntities = updates,
        MatchesRows = true,
        DependentsGoFirst = false,
        // The look-up finds all keys that are equal by collation, so duplicates need no other check.
        LooksUp = true,
        Hooks = static defaults => defaults.BeforeInsert,
        HooksOfExisting = updates ? static defaults => defaults.BeforeUpdate : null,
    };

    /// <summary>The matched properties, as messages name them.</summary>
    protected static string MatchOf(BulkRequest request, BulkPlan first) => string.Join(", ", request.Options.Match ?? [.. first.Table.Key.Select(column => column.Property.Name)]);

    /// <summary>The strategies of new and existing rows, as the end of a sentence.</summary>
    protected static string Ways(IEnumerable<BulkPlan> plans, Func<BulkPlan, string> rows)
    {
        string[] ways = [.. plans.Select(plan => $"{rows(plan)} by {plan.Choice.Strategy} ({plan.Choice.Reason})").Distinct()];
        return ways.Length == 0 ? ", and there is nothing to write" : $", then {string.Join(", ", ways[..^1])}{(ways.Length > 1 ? " and " : "")}{ways[^1]}";
    }

    private static string LookUpOf(LookUp lookUp, string match) => lookUp switch
    {
        LookUp.Locking => $"rows are looked up by {match} and locked first",
        LookUp.Plain => $"rows are looked up by {match} first, and those that exist are locked",
        LookUp.None => $"rows are assumed to be new, because the last call found none by {match}",
        _ => throw new UnreachableException($"{lookUp} is no look-up."),
    };
}
