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
    private UniqueMoves? _moves;
    private readonly SeenKeys? _seen = SeenKeys.Of(request, lanes);
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
        _moves = Existing is null ? UniqueMoves.Of(request, lanes) : Existing.Moves;
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
            await FlushLanesAsync().ConfigureAwait(false);
            Existing?.WriteSuperseded();
            count = count == window.Length ? await reader.ReadAsync(window, token).ConfigureAwait(false) : 0;
        }
    }

    private async ValueTask FeedAsync(BulkRow[] rows, int count)
    {
        bool isInsert = !request.Operation.GoesByKey || Existing is not null;
        _collected?.Add(rows.AsSpan(0, count));
        Refer(rows.AsSpan(0, count));
        int matching = Existing is null ? count : Existing.UnmatchedLast(rows.AsSpan(0, count));
        int sent = !request.Operation.GoesByKey ? count
            : KeyOrder.Sort(rows, matching, request.KeysOf(lanes.Root), request.Options.DuplicateRefusal, Existing is null ? null : Existing.AddSuperseded);
        if (matching < count)
            sent = KeyOrder.SupersededLast(rows, sent, matching, count);
        IReadOnlyList<int> levels = _families is null ? [sent] : FamilyOrder.Sort(rows, sent, _families, _collected, request.Operation.DependentsGoFirst);
        if (levels.Count > 1)
            lanes.CheckConnections("refer to each other");
        if (Existing is null)
            _moves?.AddTracked(rows.AsSpan(0, sent));
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
            await AddLevelAsync(rows, at, levels[level], level).ConfigureAwait(false);
            at = levels[level];
            if (level < levels.Count - 1)
                await EndLevelAsync(isInsert).ConfigureAwait(false);
        }

        _moves?.Clear();
        // A row whose key is given again later is deleted with it. It is not written, so an entity stays as it is.
        for (int i = sent; i < count && !request.Operation.WritesEntities; i++)
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

    private async ValueTask AddLevelAsync(BulkRow[] rows, int from, int to, int level)
    {
        int first = from + (_moves?.GoFirst(rows.AsSpan(from, to - from)) ?? 0);
        if (first > from)
            lanes.CheckConnections("take over each other's unique values");
        for (int at = from; at < to; at++)
        {
            if (Existing is not null && !IsSent(rows[at]))
                continue;
            if (Existing is not null)
                request.Hooks?.RunLookedUp(rows[at]);
            // Rows of different lanes do not keep their order.
            if (at > from && at <= first && (at == first || lanes.Of(rows[at - 1]) != lanes.Of(rows[at])))
                await FlushLanesAsync().ConfigureAwait(false);
            if (level > 0 && (!request.Operation.GoesByKey || Existing is not null))
                sender.Keys.Refer(lanes.TableOf(rows[at].Item), rows[at]);
            await AddAsync(rows[at]).ConfigureAwait(false);
        }
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

        await FlushLanesAsync().ConfigureAwait(false);
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
        return Existing is null ? row : _completion!.Identify(row);
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
        int matching = await Existing!.NewLastAsync(rows[..Existing.UnmatchedLast(rows)]).ConfigureAwait(false);
        if (matching == 0 && lanes.LookUp != LookUp.Locking)
            return;
        if (!_hasBegun)
            await BeginAsync(needed: true).ConfigureAwait(false);
        sender.AddUnchanged(await Existing.FindAsync(rows[..matching]).ConfigureAwait(false));
    }

    private ValueTask SendMissingAsync() => new MissingRowFeed(request, stored, lanes, sender, FlushAsync).RunAsync(Scope!.Missing);

    private async ValueTask MatchScopeAsync(ArraySegment<BulkRow> rows)
    {
        lanes.Begin(rows.Count > 0 ? rows[0] : null);
        if (!_hasBegun)
            await BeginAsync(needed: true).ConfigureAwait(false);
        sender.AddUnchanged(await Scope!.MatchAsync(rows).ConfigureAwait(false));
    }

    // A row that is left as it is, or superseded, is not written, so its entity stays as it is too. One that has the given values already is stored.
    private bool IsSent(in BulkRow row)
    {
        if (row.Presence is RowPresence.Absent or RowPresence.Present)
            return true;
        if (row.Presence == RowPresence.Unchanged && !stored.Tracked.IsEmpty && (Scope is not null || request.Operation.AgreesWithExisting(request, lanes.TableOf(row.Item))))
            stored.Add(lanes.Of(row).Plan, row);
        return false;
    }

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
        await FlushLanesAsync().ConfigureAwait(false);
        if (Scope is not null && _families is not null)
            await SendMissingAsync().ConfigureAwait(false);
        await sender.CompleteAsync().ConfigureAwait(false);
    }

    private async ValueTask FlushLanesAsync()
    {
        foreach (Lane lane in lanes.All)
            await FlushAsync(lane).ConfigureAwait(false);
    }

    private async ValueTask FlushAsync(Lane lane)
    {
        if (lane.Count == 0)
            return;
        if (!_hasBegun)
            await BeginAsync(needed: true).ConfigureAwait(false);
        if (request.Operation.GoesByKey && !request.Rows.CanRepeat && _families is null && Existing is null)
            lane.Sort(request.KeysOf(lane.Plan.Table));
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
}
