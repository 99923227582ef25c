using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Saving;

/// <summary>The inserts of <c>SaveChanges</c>.</summary>
internal sealed class SavedInsertOperation(CommandTable table) : SavedOperation(table)
{
    public override BulkOperation Kind => BulkOperation.Insert;

    public override bool KnowsKeys(BulkPlan plan) => false;

    public override bool CanRequireUndo => false;

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call) => BulkPlanner.FactsToInsert(form, call, DoubtOf(call));

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call)
    {
        BulkPlan plan = BulkPlanner.Insert(form, Checked(request, call), DoubtOf(call));
        // With a trigger that sets keys, the provider's own statements would look for the wrong ones.
        return plan.Choice.Strategy != BulkStrategy.RowByRow || DoubtOf(call) == KeyDoubt.Trigger ? plan : throw new LeftToProviderException(plan.Choice.Reason);
    }

    public override ValueTask<Exception?> MissedAsync(StatementSender sender, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
        => InsertOperation.ShortInsert(rows.Length, affected);

    public override BulkResult Count(BulkResult result, long rows) => result with { RowsInserted = rows };

    private KeyDoubt DoubtOf(CallFacts call) => KeyProof.Of(Table, call.Server, call.Session).Doubt;
}
