using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Saving;

/// <summary>The updates or deletes of <c>SaveChanges</c>, whose rows are found by their keys and concurrency tokens.</summary>
internal abstract class SavedMatchingOperation(CommandTable table) : SavedOperation(table)
{
    public override bool KnowsKeys(BulkPlan plan) => true;

    // The rows that the statement did not match are found by a locking read, after going back to before it.
    public override async ValueTask<Exception?> MissedAsync(StatementSender sender, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
    {
        HashSet<int> found = [];
        if (await sender.TryReturnToStartAsync().ConfigureAwait(false))
            await sender.FindAsync(KeyLookup.AsMatched(plan) with { Lock = RowLock.Shared }, rows, position => found.Add(position)).ConfigureAwait(false);
        int[] missed = IndexesOf(rows, position => !found.Contains(position));
        // All may be there if an earlier row of the statement set off what removed a later one.
        return Missed(missed.Length > 0 ? missed : IndexesOf(rows, _ => true));
    }

    protected static BulkPlan Checked(BulkPlan plan)
        => plan.Choice.Strategy is not (BulkStrategy.RowByRow or BulkStrategy.MultiStatement) ? plan : throw new LeftToProviderException(plan.Choice.Reason);

    private static int[] IndexesOf(ReadOnlyMemory<BulkRow> rows, Func<int, bool> isWanted)
        => [.. Enumerable.Range(0, rows.Length).Where(isWanted).Select(position => rows.Span[position].Index)];

    private static UnfinishedException Missed(int[] indexes) => new(_ => new MissedCommandsException(indexes));
}
