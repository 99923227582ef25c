using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Finds the rows that an update or delete did not match: by a locking read, after going back to the start of the call, since a plain read
/// under an older snapshot would name the wrong ones.</summary>
/// <param name="request">The request.</param>
/// <param name="session">The context's session.</param>
/// <param name="names">Quotes identifiers.</param>
/// <param name="transaction">The transaction.</param>
/// <param name="io">The mode.</param>
/// <param name="token">Cancels.</param>
internal sealed class MissedRows(
    BulkRequest request, ContextSession session, QuotedNames names, IBulkTransaction transaction, IOBehavior io, CancellationToken token)
{
    /// <summary>The exception for a statement that affected a different number of rows than it carried.</summary>
    public async ValueTask<Exception> FindAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
    {
        if (!await transaction.TryReturnToStartAsync(io).ConfigureAwait(false))
        {
            if (rows.Length == 1)
                return Of(plan, rows, [], request);
            return new UnfinishedException(outcome => new BulkConcurrencyException(
                $"{rows.Length - affected} of {rows.Length} rows of '{plan.Table.DisplayName}' to {request.Operation.MissedVerb} were not found or have changed; "
                + $"without a savepoint it is not known which. {outcome.Sentence}")
            {
                Outcome = outcome.Stored,
            });
        }

        List<(int Position, object?[] Key)> found = [];
        await new RowLookup(new(session, null), names, io, token).FindAsync(
            KeyLookup.AsMatched(plan) with { Lock = RowLock.Shared }, rows,
            (position, reader) => found.Add((position, StoredKeys.Read(reader, plan.KeyCells)))).ConfigureAwait(false);
        HashSet<int> there = [.. found.Select(f => f.Position)];
        int missing = 0;
        if (request.Options.IgnoreMissing && there.Count < rows.Length)
        {
            HashSet<int> byKey = [];
            await new RowLookup(new(session, null), names, io, token).FindAsync(
                KeyLookup.ByKey(plan) with { Lock = RowLock.Shared }, rows, (position, _) => byKey.Add(position)).ConfigureAwait(false);
            missing = rows.Length - byKey.Count;
            there.UnionWith(Enumerable.Range(0, rows.Length).Where(i => !byKey.Contains(i)));
        }

        return (Exception?)Collision(plan, rows, found, request, missing) ?? Of(plan, rows, there, request);
    }

    // Keys that differ in .NET but are equal in the server's collation match the same row.
    private static BulkOperationException? Collision(
        BulkPlan plan, ReadOnlyMemory<BulkRow> rows, List<(int Position, object?[] Key)> found, BulkRequest request, int missing)
    {
        KeyReader keys = plan.Keys;
        Dictionary<object, int> positions = new(KeyComparer.Instance);
        foreach ((int position, object?[] key) in found)
        {
            if (positions.TryAdd(key, position))
                continue;
            return KeyOrder.Duplicate(rows.Span[positions[key]], rows.Span[position], keys, request.Options.DuplicateRefusal);
        }

        // All rows are there now that everything is rolled back: an earlier statement had matched one of them under a different spelling.
        if (positions.Count < rows.Length - missing)
            return null;
        (int Position, object?[] Key) other = found.FirstOrDefault(f => IsSpelledOtherwise(plan.KeyColumns, keys.Values(rows.Span[f.Position]), f.Key));
        if (other.Key is null)
            return RemovedByTheCall(plan, rows.Span[0]);
        BulkRow row = rows.Span[other.Position];
        return new($"The server treats the key of row {row.Index} as equal to that of another row in the same call. Give each row once.") { RowIndex = row.Index, Key = keys.Values(row) };
    }

    private static bool IsSpelledOtherwise(IReadOnlyList<ColumnMap> columns, IReadOnlyList<object?> given, object?[] stored)
        => Enumerable.Range(0, stored.Length).Any(i => columns[i].Kind is ValueKind.Text or ValueKind.Char
            ? !string.Equals(given[i]?.ToString(), stored[i]?.ToString(), StringComparison.Ordinal)
            : given[i]?.GetType() == stored[i]?.GetType() && !KeyComparer.Instance.Equals(given[i], stored[i]));

    // Every row exists under exactly the key given, so whatever an earlier statement of the call did to one of them was not done by its key.
    private static BulkOperationException RemovedByTheCall(BulkPlan plan, in BulkRow first)
        => new(
            $"All rows of the statement that starts with row {first.Index} existed before the call, but some were gone or changed when their turn came: what an earlier row set off in the server "
            + $"(ON DELETE CASCADE, or a trigger) removed or changed them. Leave them out, or give the rows of '{plan.Table.DisplayName}' that refer to others before those others.")
        {
            RowIndex = first.Index,
        };

    /// <summary>The exception that names the rows whose positions are not among <paramref name="there" />.</summary>
    public static Exception Of(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, HashSet<int> there, BulkRequest request)
    {
        BulkRow[] missed = [.. Enumerable.Range(0, rows.Length).Where(i => !there.Contains(i)).Select(i => rows.Span[i]).OrderBy(row => row.Index)];
        KeyReader keys = plan.Keys;
        EntityEntry[] entries = [.. missed.Where(row => row.Entry is not null).Select(row => row.Entry!)];
        IReadOnlyList<object?>[] missedKeys = [.. missed.Select(row => keys.Values(row))];
        return new UnfinishedException(outcome => new BulkConcurrencyException($"{MissedText.Of(request.Operation, plan, missed, missedKeys)} {outcome.Sentence}", entries)
        {
            RowIndexes = [.. missed.Select(row => row.Index)],
            Keys = missedKeys,
            Outcome = outcome.Stored,
        });
    }
}
