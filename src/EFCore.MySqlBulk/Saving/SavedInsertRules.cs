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

    public override SelectionFacts FactsOf(BulkRequest request, StatementShape shape, CallFacts call) => BulkPlanner.FactsToInsert(shape, call, UncertaintyOf(call));

    public override BulkPlan Plan(BulkRequest request, StatementShape shape, CallFacts call)
    {
        BulkPlan plan = BulkPlanner.Insert(shape, Checked(request, call), UncertaintyOf(call));
        // With a trigger that sets keys, the provider's own statements would read back wrong keys.
        return plan.Choice.Strategy != BulkStrategy.RowByRow || UncertaintyOf(call) == KeyUncertainty.Trigger ? plan : throw new LeftToProviderException(plan.Choice.Reason);
    }

    public override ValueTask<Exception?> MissedAsync(MissedRows missed, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected) => new(InsertRules.ShortInsert(rows.Length, affected));

    private KeyUncertainty UncertaintyOf(CallFacts call) => KeyVerification.Of(Table, call.Server, call.Session).Uncertainty;
}
