using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Feeds the rows of a call into their lanes, in the order in which they are sent, and sends each lane when it is full.</summary>
/// <param name="request">The request.</param>
/// <param name="reader">Reads the rows.</param>
/// <param name="stored">The tracked entities among the rows.</param>
/// <param name="lanes">The lanes.</param>
/// <param name="sender">Sends them.</param>
/// <param name="begin">Begins the transaction before the first statement; its argument says whether one is needed.</param>
/// <param name="token">Cancels.</param>
internal sealed class RowFeed(
    BulkRequest request, RowReader reader, StoredEntries stored, Lanes lanes, StatementSender sender, Func<bool, ValueTask> begin, CancellationToken token)
{
    private readonly BareKeyCheck? _bareKeys = request.BareKeyType is { } type ? BareKeyCheck.Of(lanes.Root, type) : null;
    private readonly ShadowKeys? _shadowKeys = request.Operation.TakesEntities ? ShadowKeys.Of(request, lanes.Root) : null;
    private readonly SelfReferences? _families = FamiliesOf(request, lanes);
    private readonly CollectedRows? _collected = CollectedRows.Of(FamiliesOf(request, lanes));
    private RowCompletion? _completion;
    private readonly SeenKeys? _seen = HasStreamToCheck(request) ? new(Keys(request, lanes.Root), request.Options.DuplicateRefusal!) : null;
    private Lane? _below;
    private bool _hasBegun;
    private int _read;

    /// <summary>Looks rows up before they are sent; <see langword="null" /> if the operation knows what to do with them.</summary>
    public ExistingRows? Existing { get; init; }

    /// <summary>The stored rows that are to be the rows given; <see langword="null" /> if the others do not matter.</summary>
    public ScopedRows? Scope { get; init; }

    /// <summary>Checks the rows of a stream as they come.</summary>
    public LeftOutCheck? LeftOut { get; init; }

    /// <summary>The number of all rows of the call, once they have been read.</summary>
    public int? RowCount { get; private set; }

    /// <summary>Feeds all rows and sends them.</summary>
    /// <param name="window">The rows read so far, and the buffer for the next ones.</param>
    /// <param name="count">How many rows it holds.</param>
    /// <param name="rows">The number of all rows, if it is known.</param>
    public async ValueTask RunAsync(object?[] window, int count, int? rows)
    {
        _completion = RowCompletion.Of(request, stored.Tracked, lanes, _collected);
        bool hasOrder = request.Operation.GoesByKey || _families is not null;
        if (hasOrder && rows is { } known)
        {
            BulkRow[] all = new BulkRow[known];
            await FeedAsync(all, await CollectAsync(window, count, all).ConfigureAwait(false)).ConfigureAwait(false);
        }
        else if (_families is not null || Existing is not null)
        {
            await FeedWindowsAsync(window, count).ConfigureAwait(false);
        }
        else
        {
            await ForEachRowAsync(window, count, row => AddAsync(Seen(row))).ConfigureAwait(false);
        }

        await FlushAllAsync().ConfigureAwait(false);
    }

    private async ValueTask<int> CollectAsync(object?[] window, int count, BulkRow[] all)
    {
        int at = 0;
        await ForEachRowAsync(window, count, row =>
        {
            if (at == all.Length)
                throw new InvalidOperationException($"The collection reported {all.Length} rows but returned more. Was it changed while it was being read?");
            all[at++] = row;
            return default;
        }).ConfigureAwait(false);
        return at;
    }

    // A stream's rows come in their own order; only those of a window can be sorted.
    private async ValueTask FeedWindowsAsync(object?[] window, int count)
    {
        BulkRow[] rows = new BulkRow[window.Length];
        while (count > 0)
        {
            for (int i = 0; i < count; i++)
                rows[i] = Seen(Next(window[i]));
            await FeedAsync(rows, count).ConfigureAwait(false);
            foreach (Lane lane in lanes.All)
                await FlushAsync(lane).ConfigureAwait(false);
            count = count == window.Length ? await reader.ReadAsync(window, token).ConfigureAwait(false) : 0;
        }
    }

    private async ValueTask FeedAsync(BulkRow[] rows, int count)
    {
        bool isInsert = !request.Operation.GoesByKey || Existing is not null;
        _collected?.Add(rows.AsSpan(0, count));
        Refer(rows.AsSpan(0, count));
        int matching = Existing is null ? count : Existing.UnmatchedLast(rows.AsSpan(0, count));
        int sent = !request.Operation.GoesByKey ? count : KeyOrder.Sort(rows, matching, Keys(request, lanes.Root), request.Options.DuplicateRefusal);
        if (matching < count)
            sent = KeyOrder.SupersededLast(rows, sent, matching, count);
        IReadOnlyList<int> levels = _families is null ? [sent] : FamilyOrder.Sort(rows, sent, _families, _collected, request.Operation.DependentsGoFirst);
        if (levels.Count > 1 && request.Options.Connections > 1)
        {
            throw new NotSupportedException(
                $"Rows of '{lanes.Root.DisplayName}' refer to each other, but BulkOptions.Connections is {request.Options.Connections}: each connection has a transaction of its own, "
                + "which does not see the others' rows. Leave Connections at 1.");
        }

        if (Scope is not null)
            await MatchScopeAsync(new(rows, 0, sent)).ConfigureAwait(false);
        int at = 0;
        for (int level = 0; level < levels.Count; level++)
        {
            if (Existing is not null)
                await FindAsync(new(rows, at, levels[level] - at)).ConfigureAwait(false);
            // A new row may have the value of a unique index that a missing one has. Where rows refer to each other, those that stay are changed first.
            if (Scope is not null && _families is null)
                await SendMissingAsync().ConfigureAwait(false);
            for (; at < levels[level]; at++)
            {
                if (Existing is not null && !IsSent(rows[at]))
                    continue;
                if (Existing is not null)
                    request.Hooks?.RunLookedUp(rows[at]);
                await AddToLevelAsync(rows[at], level).ConfigureAwait(false);
            }

            if (level < levels.Count - 1)
                await EndLevelAsync(isInsert).ConfigureAwait(false);
        }

        // A row whose key is given again later is stored as the later one says.
        for (int i = sent; i < count; i++)
            stored.Add(lanes.Of(rows[i]).Plan, rows[i]);
    }

    private void Refer(Span<BulkRow> rows)
    {
        for (int i = 0; i < rows.Length && Existing?.MatchesReferences == true; i++)
            rows[i] = _completion!.Refer(rows[i]);
        for (int i = 0; i < rows.Length && Scope?.ComparesReferences == true; i++)
        {
            if (!_completion!.TryRefer(ref rows[i]))
                Scope.AddIncomplete(rows[i]);
        }
    }

    private async ValueTask AddToLevelAsync(BulkRow row, int level)
    {
        if (level > 0 && (!request.Operation.GoesByKey || Existing is not null))
            sender.Keys.Refer(lanes.TableOf(row.Item), row);
        await AddAsync(row).ConfigureAwait(false);
    }

    // The rows of one statement are sent in its order, or one by one; other rows have to wait until the rows that they need are there and their keys are known.
    private async ValueTask EndLevelAsync(bool isInsert)
    {
        Lane only = lanes.First!;
        if (Existing is null && lanes.All.Count == 1 && (isInsert ? !only.Form.GeneratesKeys : only.Plan.Choice.Strategy.SendsRowsAlone()))
        {
            _below = only;
            return;
        }

        foreach (Lane lane in lanes.All)
            await FlushAsync(lane).ConfigureAwait(false);
        if (isInsert)
            sender.Keys.Lend();
        Existing?.Lend(sender.Keys);
    }

    private async ValueTask ForEachRowAsync(object?[] window, int count, Func<BulkRow, ValueTask> use)
    {
        while (count > 0)
        {
            for (int i = 0; i < count; i++)
                await use(Next(window[i])).ConfigureAwait(false);
            count = count == window.Length ? await reader.ReadAsync(window, token).ConfigureAwait(false) : 0;
        }
    }

    private BulkRow Next(object? item)
    {
        int index = reader.PositionOf(_read++);
        if (item is null)
            throw new BulkOperationException($"Row {index} is null.") { RowIndex = index };
        _bareKeys?.Check(item, index);
        BulkRow row = new(item, stored.EntryOf(item), index);
        _shadowKeys?.Check(row);
        LeftOut?.Check(item, index);
        return row;
    }

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
        lanes.Of(rows[0]);
        if (!_hasBegun)
            await BeginAsync(needed: true).ConfigureAwait(false);
        int present = await Existing!.FindAsync(rows[..Existing!.UnmatchedLast(rows)]).ConfigureAwait(false);
        if (request.Operation.LeavesExisting)
            sender.AddUnchanged(present);
    }

    private ValueTask SendMissingAsync() => new MissingRowFeed(request, stored, lanes, sender, FlushAsync).RunAsync(Scope!.Missing);

    private async ValueTask MatchScopeAsync(ArraySegment<BulkRow> rows)
    {
        // The first lane tells how the transaction begins.
        _ = rows.Count > 0 ? lanes.Of(rows[0]) : lanes.OfMissing();
        if (!_hasBegun)
            await BeginAsync(needed: true).ConfigureAwait(false);
        sender.AddUnchanged(await Scope!.MatchAsync(rows).ConfigureAwait(false));
    }

    // A row that is not sent is stored all the same: as a row given later says, or as it was.
    private bool IsSent(in BulkRow row)
    {
        if (row.Presence == RowPresence.Absent || (row.Presence == RowPresence.Present && !request.Operation.LeavesExisting))
            return true;
        if (!stored.Tracked.IsEmpty)
            stored.Add(lanes.Of(row).Plan, row);
        return false;
    }

    private static KeyReader Keys(BulkRequest request, TableMap table)
        => request.BareKeyType is { } bare ? KeyReader.Of(table, bare) : KeyReader.By(table, MatchedColumns.Of(table, request.Options.Match));

    private ValueTask AddAsync(in BulkRow given)
    {
        BulkRow row = _completion is null ? given : _completion.Complete(given);
        Lane lane = lanes.Of(row);
        lane.Add(row);
        return _below is not null && _below != lane ? FlushBelowAsync(lane) : lane.IsFull ? FlushAsync(lane) : default;
    }

    // This is the first row of another lane, so the rows of the levels below go before it.
    private async ValueTask FlushBelowAsync(Lane lane)
    {
        await FlushAsync(_below!).ConfigureAwait(false);
        _below = null;
        if (lane.IsFull)
            await FlushAsync(lane).ConfigureAwait(false);
    }

    private async ValueTask FlushAllAsync()
    {
        RowCount = _read;
        LeftOut?.Complete();
        // All rows of the call wait in one lane: it may be a single statement, which needs no transaction.
        if (!_hasBegun)
            await BeginAsync(needed: !(lanes.All.Count == 1 && sender.IsOneStatement(lanes.First!))).ConfigureAwait(false);
        foreach (Lane lane in lanes.All)
            await FlushAsync(lane).ConfigureAwait(false);
        if (Scope is not null && _families is not null)
            await SendMissingAsync().ConfigureAwait(false);
        await sender.CompleteAsync().ConfigureAwait(false);
    }

    private async ValueTask FlushAsync(Lane lane)
    {
        if (lane.Count == 0)
            return;
        if (!_hasBegun)
            await BeginAsync(needed: true).ConfigureAwait(false);
        if (request.Operation.GoesByKey && !request.Rows.CanRepeat && _families is null && Existing is null)
            lane.Sort(Keys(request, lane.Plan.Table));
        stored.Add(lane);
        await sender.SendAsync(lane).ConfigureAwait(false);
        lane.Clear();
    }

    private ValueTask BeginAsync(bool needed)
    {
        _hasBegun = true;
        return begin(needed);
    }

    private static SelfReferences? FamiliesOf(BulkRequest request, Lanes lanes)
        => request.BareKeyType is null && request.Operation.GoesByFamily && SelfReferences.Of(lanes.Root) is { AreThere: true } families
            ? families
            : null;

    // The keys of a collection are compared when it is sorted.
    private static bool HasStreamToCheck(BulkRequest request)
        => request.Operation.GoesByKey && request.Options.CheckDuplicates && !request.Rows.CanRepeat;
}
