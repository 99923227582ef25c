using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;

namespace EFCore.MySqlBulk.Saving;

/// <summary>The inserts of <c>SaveChanges</c>.</summary>
internal sealed class SavedInsertRules(CommandTable table) : SavedRules(table)
{
    public override bool KnowsKeys => false;

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call) => BulkPlanner.FactsToInsert(form, call, DoubtOf(call));

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call)
    {
        BulkPlan plan = BulkPlanner.Insert(form, Checked(request, call), DoubtOf(call));
        // With a trigger that sets keys, the provider's own statements would look for the wrong ones.
        return plan.Choice.Strategy != BulkStrategy.RowByRow || DoubtOf(call) == KeyDoubt.Trigger ? plan : throw new LeftToProviderException(plan.Choice.Reason);
    }

    public override ValueTask<Exception?> MissedAsync(MissedRows missed, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected) => new(InsertRules.ShortInsert(rows.Length, affected));

    private KeyDoubt DoubtOf(CallFacts call) => KeyProof.Of(Table, call.Server, call.Session).Doubt;
}
