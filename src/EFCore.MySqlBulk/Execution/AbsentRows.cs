using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Distinguishes rows that do not exist from rows that a condition leaves as they are.</summary>
internal static class AbsentRows
{
    /// <summary>Looks for the rows of an update with a condition.</summary>
    /// <returns>What to throw; <see langword="null" /> if all of them are there.</returns>
    public static async ValueTask<Exception?> FindAsync(
        BulkRequest request, BulkPlan plan, Connections connections, QuotedNames names, ReadOnlyMemory<BulkRow> rows, IOBehavior io, CancellationToken token)
    {
        HashSet<int> found = await new RowLookup(connections, names, io, token).PositionsAsync(KeyLookup.AsMatched(plan) with { Lock = RowLock.Shared }, rows).ConfigureAwait(false);
        return found.Count == rows.Length ? null : MissedRows.Of(plan, rows, found, request);
    }
}
