using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Execution.Operations;

/// <summary><c>BulkSynchronize</c>: an insert-or-update of the rows that differ from those of a scope. Rows of the scope that no given row matches are deleted, or updated.</summary>
/// <param name="updates">Whether existing rows are updated.</param>
internal sealed class SynchronizeOperation(bool updates) : InsertOrUpdateOperation(TraitsOf(updates) with { Kind = BulkOperation.Synchronize, ResultVerb = "changed" })
{
    private readonly OrphanRules _orphans = new();

    public override Operation OfLinks => new SynchronizeOperation(updates: false);

    public override StatementRules RulesOfOrphans => _orphans;

    public override string ReasonOf(BulkRequest request, BulkPlan first, LookUp lookUp, IReadOnlyList<BulkPlan> sent)
        => $"the scope is compared by {MatchOf(request, first)} and locked first{Ways(sent, RowsOf)}{(request.GoesByType ? "; related entities are looked up by their primary keys, and collections by those of their parents" : "")}";

    public override BulkResult Count(BulkResult result, RowCounts counts)
        => base.Count(result, counts) with { RowsOrphaned = counts.Orphaned, RowsDeleted = counts.Deleted, RowsMarked = counts.Marked };

    private static string RowsOf(BulkPlan plan) => plan.Shape.BareKeyType is not null ? "orphans" : plan.InsertsRows ? "new ones" : "changed ones";
}
