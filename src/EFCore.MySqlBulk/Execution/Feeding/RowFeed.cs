using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Matching;
using EFCore.MySqlBulk.Execution.Preparation;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Execution.Warnings;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Relations;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Feeding;

/// <summary>Feeds the rows of a call into their groups, in the order in which they are sent.</summary>
/// <param name="request">The request.</param>
/// <param name="reader">Reads the rows.</param>
/// <param name="stored">The tracked entities among the rows.</param>
/// <param name="groups">The groups.</param>
/// <param name="sender">Sends them.</param>
/// <param name="feed">Takes the rows.</param>
/// <param name="token">Cancels.</param>
internal sealed class RowFeed(BulkRequest request, RowReader reader, StoredEntries stored, RowGroups groups, StatementSender sender, RowGroupFeed feed, CancellationToken token)
{
    private readonly GivenRows _given = new(request, reader, stored, groups, sender.Propagated);
    private readonly SelfReferences? _selfReferences = SelfReferencesOf(request, groups);
    private readonly InverseReferences? _inverse = InverseReferences.Of(SelfReferencesOf(request, groups));
    private UniqueMoves? _moves;
    private readonly RowParts? _parts = request.Traits.LooksUp ? null : RowParts.Of(request, groups);
    private readonly SeenKeys? _seen = SeenKeys.Of(request);

    /// <summary>Looks rows up before they are sent; <see langword="null" /> if the operation needs no look-up.</summary>
    public ExistingRows? Existing { get; init; }

    /// <summary>Feeds looked-up rows that may be stored as several rows; <see langword="null" /> if each is stored as one.</summary>
    public DividedFeed? Divided { get; init; }

    /// <summary>Replaces the owned entities of updated rows; <see langword="null" /> if nothing is replaced.</summary>
    public OwnedReplacement? Owned { get; init; }

    /// <summary>The scope of <c>BulkSynchronize</c>; <see langword="null" /> for other operations.</summary>
    public StoredScope? Scope { get; init; }

    /// <summary>Checks the rows of a stream as they come.</summary>
    public LeftOutCheck? LeftOut { get; init; }

    /// <summary>The graph that is being sent.</summary>
    public EntityGraph? Graph { get; private set; }

    /// <summary>The number of all rows of the call, once they have been read.</summary>
    public int? RowCount { get; private set; }

    /// <summary>Feeds all rows and sends them.</summary>
    /// <param name="window">The rows read so far, and the buffer for the next ones.</param>
    /// <param name="count">How many rows it holds.</param>
    /// <param name="rows">The number of all rows, if it is known.</param>
    public async ValueTask RunAsync(object?[] window, int count, int? rows)
    {
        sender.Rejections?.Check(dependsOnOthers: request.IsGraph || request.IsDivided || _parts is not null || Owned is not null || _selfReferences is not null);
        _moves = Existing is null ? UniqueMoves.Of(request, groups) : Existing.Moves;
        feed.Completion = RowCompletion.Of(request, stored.Tracked, groups, sender.Propagated, _inverse);
        Existing?.ReferBy(feed.Completion);
        bool hasOrder = request.Traits.GoesByKey || _selfReferences is not null;
        if (request.IsGraph)
        {
            await FeedGraphsAsync(window, count).ConfigureAwait(false);
        }
        else if (hasOrder && rows is { } known)
        {
            BulkRow[] all = new BulkRow[known];
            await FeedPartsAsync(all, await CollectAsync(window, count, all).ConfigureAwait(false)).ConfigureAwait(false);
        }
        else if (_selfReferences is not null || Existing is not null || _parts is not null || Owned is not null)
        {
            await FeedWindowsAsync(window, count).ConfigureAwait(false);
        }
        else
        {
            feed.SortsGroups = request.Traits.GoesByKey;
            await feed.AddAllAsync(new WindowRows(reader, window, count, item => Seen(Next(item)), token)).ConfigureAwait(false);
        }

        await FlushAllAsync().ConfigureAwait(false);
    }

    private async ValueTask<int> CollectAsync(object?[] window, int count, BulkRow[] all)
    {
        WindowRows rows = new(reader, window, count, Next, token);
        int at = 0;
        do
        {
            while (rows.TryTake(out BulkRow row))
            {
                if (at == all.Length)
                    throw new ArgumentException($"The collection reported {all.Length} rows but returned more. Was it changed while it was being read?");
                all[at++] = row;
            }
        }
        while (await rows.ReadAsync().ConfigureAwait(false));
        return at;
    }

    // A stream's rows can only be sorted within a window.
    private async ValueTask FeedWindowsAsync(object?[] window, int count)
    {
        BulkRow[] rows = new BulkRow[window.Length];
        while (count > 0)
        {
            for (int i = 0; i < count; i++)
                rows[i] = Seen(Next(window[i]));
            await FeedPartsAsync(rows, count).ConfigureAwait(false);
            await feed.FlushGroupsAsync().ConfigureAwait(false);
            Existing?.EndWindow(sender.Rejections?.Items);
            sender.Rejections?.EndWindow();
            count = count == window.Length ? await reader.ReadAsync(window, token).ConfigureAwait(false) : 0;
        }
    }

    private async ValueTask FeedGraphsAsync(object?[] window, int count)
    {
        GraphFeed graphs = new(stored, groups, sender, feed);
        if (request.Graph is { } all)
        {
            _given.Read = all.RowCount;
            await graphs.RunAsync(all).ConfigureAwait(false);
            return;
        }

        using CallGraph read = new(request, stored.Tracked, runsHooks: true);
        BulkRow[] rows = new BulkRow[window.Length];
        while (count > 0)
        {
            for (int i = 0; i < count; i++)
                rows[i] = Next(window[i]);
            Graph = read.Read(rows.AsSpan(0, count));
            await graphs.RunAndEndAsync(Graph).ConfigureAwait(false);
            count = count == window.Length ? await reader.ReadAsync(window, token).ConfigureAwait(false) : 0;
        }
    }

    private async ValueTask FeedPartsAsync(BulkRow[] rows, int count)
    {
        if (_parts is null)
            await FeedAsync(rows, count).ConfigureAwait(false);
        else
            groups.CheckConnections("have parts in several tables");
        foreach (BulkRow[] part in _parts?.Divide(rows, count) ?? [])
        {
            await FeedAsync(part, part.Length).ConfigureAwait(false);
            await feed.FlushGroupsAsync().ConfigureAwait(false);
        }

        if (Owned is not null)
            await Owned.RunAsync(rows, count).ConfigureAwait(false);
    }

    private async ValueTask FeedAsync(BulkRow[] rows, int count)
    {
        bool isInsert = !request.Traits.GoesByKey || Existing is not null;
        _inverse?.Add(rows.AsSpan(0, count));
        Refer(rows.AsSpan(0, count));
        int matching = Existing is null ? count : Existing.UnmatchedLast(rows.AsSpan(0, count));
        int sent = !request.Traits.GoesByKey ? count
            : KeyOrder.Sort(rows, matching, request.KeysOf(groups.Root), request.Options.DuplicateRefusal, Existing is null ? null : Existing.Combine);
        if (matching < count)
            sent = KeyOrder.SupersededLast(rows, sent, matching, count);
        IReadOnlyList<int> levels = _selfReferences is null ? [sent] : SelfReferenceSorter.Sort(rows, sent, _selfReferences, _inverse, request.Traits.DependentsGoFirst);
        if (levels.Count > 1)
            groups.CheckConnections("refer to each other");
        if (Existing is null)
            _moves?.AddTracked(rows.AsSpan(0, sent));
        if (Scope is not null)
            await MatchScopeAsync(new(rows, 0, sent)).ConfigureAwait(false);
        int at = 0;
        for (int level = 0; level < levels.Count; level++)
        {
            if (Existing is not null)
                await FindAsync(new(rows, at, levels[level] - at)).ConfigureAwait(false);
            // A new row may have the value of a unique index that an orphan has.
            if (Scope is not null && OrphansGoFirst)
                await SendOrphansAsync().ConfigureAwait(false);
            if (Divided is not null)
                await AddDividedAsync(new(rows, at, levels[level] - at)).ConfigureAwait(false);
            else if (Existing is null && level == 0 && _moves is not { AreThere: true })
                await feed.AddAllAsync(new ArrayRows(new(rows, at, levels[level] - at))).ConfigureAwait(false);
            else
                await AddLevelAsync(rows, at, levels[level], level).ConfigureAwait(false);
            at = levels[level];
            if (level < levels.Count - 1)
            {
                await feed.EndLevelAsync(mayWait: Existing is null, isInsert).ConfigureAwait(false);
                Existing?.Propagate(sender.Keys);
            }
        }

        _moves?.Clear();
        // A delete covers rows whose key is given again later. An update does not write them, so their entities stay as they are.
        for (int i = sent; i < count && !request.Traits.WritesEntities; i++)
            stored.Add(groups.Of(rows[i]), rows[i]);
    }

    private void Refer(Span<BulkRow> rows)
    {
        for (int i = 0; i < rows.Length && Existing?.MatchesReferences == true; i++)
            rows[i] = feed.Completion!.Refer(rows[i]);
        for (int i = 0; i < rows.Length && Scope?.ComparesReferences == true; i++)
        {
            if (!feed.Completion!.TryRefer(ref rows[i]))
                Scope.AddIncomplete(rows[i]);
        }
    }

    private async ValueTask AddLevelAsync(BulkRow[] rows, int from, int to, int level)
    {
        int first = from + (_moves?.GoFirst(rows.AsSpan(from, to - from)) ?? 0);
        if (first > from)
            groups.CheckConnections("take over each other's unique values");
        for (int at = from; at < to; at++)
        {
            if (Existing is not null && !IsSent(rows[at]))
                continue;
            if (Existing is not null)
                request.Hooks?.RunLookedUp(rows[at]);
            // Rows of different groups do not keep their order.
            if (at > from && at <= first && (at == first || groups.Of(rows[at - 1]) != groups.Of(rows[at])))
                await feed.FlushGroupsAsync().ConfigureAwait(false);
            if (level > 0 && (!request.Traits.GoesByKey || Existing is not null))
                sender.Propagated.Refer(groups.TableOf(rows[at]), rows[at]);
            await feed.AddAsync(rows[at]).ConfigureAwait(false);
        }
    }

    // The parts of existing rows need the keys that were found.
    private ValueTask AddDividedAsync(ArraySegment<BulkRow> rows)
    {
        Existing!.Propagate(sender.Keys);
        return Divided!.RunAsync([.. rows.Where(row => IsSent(row) || row.Presence == RowPresence.Unchanged)]);
    }

    private BulkRow Next(object? item) => Existing is null ? _given.Next(item, LeftOut) : feed.Completion!.Identify(_given.Next(item, LeftOut));

    private BulkRow Seen(in BulkRow row)
    {
        if (Existing?.CanMatch(row) != false)
            _seen?.Add(row);
        return row;
    }

    private async ValueTask FindAsync(ArraySegment<BulkRow> rows)
    {
        if (rows.Count == 0)
            return;
        groups.Of(rows[0]);
        int matching = await Existing!.NewLastAsync(rows[..Existing.UnmatchedLast(rows)]).ConfigureAwait(false);
        if (matching == 0 && groups.LookUp != LookUp.Locking)
            return;
        await feed.BeginAsync().ConfigureAwait(false);
        sender.Tally.AddUnchanged(await Existing.FindAsync(rows[..matching]).ConfigureAwait(false));
    }

    // Rows that refer to each other: those that stay are updated first, so that nothing refers to the orphans any more.
    private bool OrphansGoFirst => !request.OrphansGoLast && _selfReferences is null;

    /// <summary>Sends the orphans.</summary>
    public ValueTask SendOrphansAsync() => new OrphanFeed(request, stored, groups, sender, feed.FlushAsync).RunAsync(Scope!.Orphans);

    private async ValueTask MatchScopeAsync(ArraySegment<BulkRow> rows)
    {
        groups.Begin(rows.Count > 0 ? rows[0] : null);
        await feed.BeginAsync().ConfigureAwait(false);
        sender.Tally.AddUnchanged(await Scope!.MatchAsync(rows).ConfigureAwait(false));
    }

    // A row that is unchanged or superseded is not written, so its entity stays as it is too. A row that has the given values already counts as stored.
    private bool IsSent(in BulkRow row)
    {
        if (row.Presence is RowPresence.Absent or RowPresence.Present)
            return true;
        if (row.Presence == RowPresence.Unchanged && !stored.Tracked.IsEmpty && (Scope is { Compares: true } || Existing?.AgreesWith(groups.TableOf(row)) == true))
            stored.Add(groups.Of(row), row);
        return false;
    }

    private async ValueTask FlushAllAsync()
    {
        RowCount = _given.Read;
        LeftOut?.Complete();
        await feed.EndAsync().ConfigureAwait(false);
        if (Scope is not null && !OrphansGoFirst && !request.OrphansGoLast)
            await SendOrphansAsync().ConfigureAwait(false);
        await sender.CompleteAsync().ConfigureAwait(false);
    }

    private static SelfReferences? SelfReferencesOf(BulkRequest request, RowGroups groups)
        => request.BareKeyType is null && request.Traits.OrdersSelfReferences && SelfReferences.Of(groups.Root) is { AreThere: true } references ? references : null;
}
