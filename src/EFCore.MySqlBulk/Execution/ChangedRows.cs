using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Distinguishes rows that are gone, which a delete may ignore, from rows that somebody has changed, which it must not: those are still there.</summary>
internal static class ChangedRows
{
    /// <summary>Looks for rows that a delete did not match by their concurrency tokens.</summary>
    /// <returns>What to throw; <see langword="null" /> if all of them are gone.</returns>
    public static async ValueTask<Exception?> FindAsync(
        BulkRequest request, BulkPlan plan, Connections connections, QuotedNames names, ReadOnlyMemory<BulkRow> rows, IOBehavior io, CancellationToken token)
    {
        // The rows are locked, since a plain read under an older snapshot would still see what others have deleted.
        HashSet<int> changed = await new RowLookup(connections, names, io, token).PositionsAsync(KeyLookup.ByKey(plan) with { Lock = RowLock.Shared }, rows).ConfigureAwait(false);
        return changed.Count == 0 ? null : MissedRows.Of(plan, rows, [.. Enumerable.Range(0, rows.Length).Where(i => !changed.Contains(i))], request);
    }
}
