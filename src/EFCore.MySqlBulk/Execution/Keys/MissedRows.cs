using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Transactions;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies.Lookups;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Keys;

/// <summary>Finds the rows that an update or delete did not match: by a locking read, after rolling back to the start of the call, since a plain read
/// under an older snapshot would name the wrong ones.</summary>
/// <param name="request">The request.</param>
/// <param name="session">The context's session.</param>
/// <param name="names">Quotes identifiers.</param>
/// <param name="connections">The connections that sent the rows.</param>
/// <param name="transaction">The transaction.</param>
/// <param name="io">The mode.</param>
/// <param name="token">Cancels.</param>
internal sealed class MissedRows(
    BulkRequest request, ContextSession session, QuotedNames names, Connections connections, IBulkTransaction transaction, IOBehavior io, CancellationToken token)
{
    private readonly HashSet<object> _passedOver = new(ReferenceEqualityComparer.Instance);

    /// <summary>Whether rows that do not exist are no error.</summary>
    public bool AreIgnored => request.Options.IgnoresNotFound;

    /// <summary>How many rows of the last statement do not exist; <see langword="null" /> if the number of affected rows shows it.</summary>
    public long? Absent { get; private set; }

    /// <summary>Tracked entities whose rows do not exist.</summary>
    public IReadOnlySet<object> PassedOver => _passedOver;

    /// <summary>Resets for the next statement.</summary>
    public void Forget() => Absent = null;

    /// <summary>The exception for a statement that affected a different number of rows than it carried.</summary>
    public async ValueTask<Exception> FindAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
    {
        if (!await transaction.TryReturnToStartAsync(io).ConfigureAwait(false))
        {
            if (rows.Length == 1)
                return Of(plan, rows, [], request);
            return new UnfinishedException(outcome => new BulkConcurrencyException(
                $"{rows.Length - affected} of {rows.Length} rows of '{plan.Table.DisplayName}' to {request.Traits.MissedVerb} were not found or have changed; "
                + $"without a savepoint it is not known which. {outcome.Sentence}")
            {
                Outcome = outcome.Stored,
                RowsAffected = outcome.RowCount,
            });
        }

        List<(int Position, object?[] Key)> found = [];
        await InSession().FindAsync(
            KeyLookup.AsMatched(plan) with { Lock = RowLock.Shared }, rows,
            (position, reader) => found.Add((position, StoredKeys.Read(reader, plan.KeyCells)))).ConfigureAwait(false);
        HashSet<int> there = [.. found.Select(f => f.Position)];
        int missing = 0;
        if (request.Options.IgnoresNotFound && there.Count < rows.Length)
        {
            HashSet<int> byKey = [];
            await InSession().FindAsync(
                KeyLookup.ByKey(plan) with { Lock = RowLock.Shared }, rows, (position, _) => byKey.Add(position)).ConfigureAwait(false);
            missing = rows.Length - byKey.Count;
            there.UnionWith(Enumerable.Range(0, rows.Length).Where(i => !byKey.Contains(i)));
        }

        if (affected == 0 && there.Count == rows.Length && await TableEngine.LeavesRowsAsync(plan, session, io).ConfigureAwait(false))
            return NotCounted(plan);
        return (Exception?)Collision(plan, rows, found, request, missing) ?? Of(plan, rows, there, request);
    }

    /// <summary>Distinguishes rows that do not exist from rows that the condition of an update leaves as they are.</summary>
    /// <returns>The exception to throw; <see langword="null" /> if all of them exist.</returns>
    public async ValueTask<Exception?> FindAbsentAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows)
    {
        HashSet<int> found = await PositionsAsync(KeyLookup.AsMatched(plan), rows).ConfigureAwait(false);
        return found.Count == rows.Length ? null : Of(plan, rows, found, request);
    }

    /// <summary>Distinguishes rows that do not exist, which a delete may ignore, from rows with a changed concurrency token, which it must not.</summary>
    /// <returns>The exception to throw; <see langword="null" /> if none of them exists.</returns>
    public async ValueTask<Exception?> FindChangedAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows)
    {
        HashSet<int> changed = await PositionsAsync(KeyLookup.ByKey(plan), rows).ConfigureAwait(false);
        return changed.Count == 0 ? null : Of(plan, rows, [.. Enumerable.Range(0, rows.Length).Where(i => !changed.Contains(i))], request);
    }

    /// <summary>Skips the rows of an update that do not exist.</summary>
    /// <returns>The exception to throw if a row that exists was not matched; <see langword="null" /> if there is none.</returns>
    public async ValueTask<Exception?> PassOverAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
    {
        HashSet<int> there = await PositionsAsync(KeyLookup.ByKey(plan), rows).ConfigureAwait(false);
        if (plan.Condition is not null)
            return await FindUnmetAsync(plan, rows, there).ConfigureAwait(false);
        if (there.Count != affected)
            return await FindAsync(plan, rows, affected).ConfigureAwait(false);
        Absent = rows.Length - there.Count;
        for (int i = 0; i < rows.Length; i++)
        {
            if (!there.Contains(i) && rows.Span[i].IsTracked)
                _passedOver.Add(rows.Span[i].Item);
        }

        return null;
    }

    /// <summary>The positions of the rows that the statement matched, after rolling back what the call has sent so far; empty if that is not possible.</summary>
    public async ValueTask<HashSet<int>> FindMatchedAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows)
    {
        HashSet<int> found = [];
        if (await transaction.TryReturnToStartAsync(io).ConfigureAwait(false))
            await InSession().FindAsync(KeyLookup.AsMatched(plan) with { Lock = RowLock.Shared }, rows, (position, _) => found.Add(position)).ConfigureAwait(false);
        return found;
    }

    // A row that exists was not written because the condition leaves it as it is, or because its concurrency token has changed.
    private async ValueTask<Exception?> FindUnmetAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, HashSet<int> there)
    {
        Absent = rows.Length - there.Count;
        if (plan.ConcurrencyTokenCells == 0)
            return null;
        HashSet<int> matched = await PositionsAsync(KeyLookup.AsMatched(plan), rows).ConfigureAwait(false);
        return there.IsSubsetOf(matched) ? null : Of(plan, rows, [.. Enumerable.Range(0, rows.Length).Where(i => matched.Contains(i) || !there.Contains(i))], request);
    }

    // The query runs over the context's own connection.
    private RowLookup InSession() => new(new(session), names, io, token);

    // The rows are locked, since a plain read under an older snapshot would not see what others have done.
    private ValueTask<HashSet<int>> PositionsAsync(KeyLookup lookup, ReadOnlyMemory<BulkRow> rows) => new RowLookup(connections, names, io, token).PositionsAsync(lookup with { Lock = RowLock.Shared }, rows);

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

        // All rows exist after the rollback: an earlier statement had matched one of them by a key that is equal by collation.
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

    // Every row exists with exactly the key given, so an earlier statement of the call did not reach one of them by its key, but by a cascade or a trigger.
    private static BulkOperationException RemovedByTheCall(BulkPlan plan, in BulkRow first)
        => new(
            $"All rows of the statement that starts with row {first.Index} existed before the call, but an earlier row removed or changed some of them in the server "
            + $"(ON DELETE CASCADE, or a trigger). Leave them out, or give the rows of '{plan.Table.DisplayName}' that refer to others before those others.")
        {
            RowIndex = first.Index,
        };

    private static BulkOperationException NotCounted(BulkPlan plan)
        => new(
            $"The server says that a statement has removed or changed no row of '{plan.Table.DisplayName}', and all of its rows exist: their storage engine, Spider for example, does not count them. "
            + "Leave the option Strategy out; where a few rows are deleted, set Strategy = BulkStrategy.ValuesJoin.");

    // The exception that names the rows whose positions are not among these.
    private static UnfinishedException Of(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, HashSet<int> there, BulkRequest request)
    {
        BulkRow[] missed = [.. Enumerable.Range(0, rows.Length).Where(i => !there.Contains(i)).Select(i => rows.Span[i]).OrderBy(row => row.Index)];
        KeyReader keys = plan.Keys;
        EntityEntry[] entries = [.. missed.Where(row => row.Entry is not null).Select(row => row.Entry!)];
        IReadOnlyList<object?>[] missedKeys = [.. missed.Select(row => keys.Values(row))];
        return new UnfinishedException(outcome => new BulkConcurrencyException($"{MissedText.Of(request.Traits, plan, missed, missedKeys)} {outcome.Sentence}", entries)
        {
            RowIndexes = [.. missed.Select(row => row.Index)],
            Keys = missedKeys,
            Outcome = outcome.Stored,
            RowsAffected = outcome.RowCount,
        });
    }
}
