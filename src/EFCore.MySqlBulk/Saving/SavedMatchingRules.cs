using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Saving;

/// <summary>The updates or deletes of <c>SaveChanges</c>, whose rows are found by their keys and concurrency tokens.</summary>
/// <param name="table">The table.</param>
/// <param name="isDelete">Whether they are deletes.</param>
internal sealed class SavedMatchingRules(CommandTable table, bool isDelete) : SavedRules(table)
{
    public override SelectionFacts FactsOf(BulkRequest request, StatementShape shape, CallFacts call)
        => isDelete ? BulkPlanner.FactsToDelete(Table, call, null) : BulkPlanner.FactsToUpdate(shape, call);

    public override BulkPlan Plan(BulkRequest request, StatementShape shape, CallFacts call)
    {
        if (!isDelete && ConnectionSettings.Of(request.Context.Database).CountsChangedRows)
            throw new LeftToProviderException("the connection string sets UseAffectedRows=true, so a row that was not found cannot be distinguished from an unchanged one");
        CallFacts facts = Checked(request, call);
        BulkPlan plan = isDelete ? BulkPlanner.Delete(Table, facts, null) : BulkPlanner.Update(shape, facts);
        return plan.Choice.Strategy is not (BulkStrategy.RowByRow or BulkStrategy.MultiStatement) ? plan : throw new LeftToProviderException(plan.Choice.Reason);
    }

    // Missed rows are found by a locking read, after a rollback to before the statement.
    public override async ValueTask<Exception?> MissedAsync(MissedRows missed, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
    {
        HashSet<int> found = await missed.FindMatchedAsync(plan, rows).ConfigureAwait(false);
        int[] indexes = IndexesOf(rows, position => !found.Contains(position));
        // All rows may exist now if an earlier row of the statement removed a later one, by a cascade or a trigger.
        return Missed(indexes.Length > 0 ? indexes : IndexesOf(rows, _ => true));
    }

    private static int[] IndexesOf(ReadOnlyMemory<BulkRow> rows, Func<int, bool> isWanted)
        => [.. Enumerable.Range(0, rows.Length).Where(isWanted).Select(position => rows.Span[position].Index)];

    private static UnfinishedException Missed(int[] indexes) => new(_ => new MissedCommandsException(indexes));
}
