using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Execution.Sending;

/// <summary>Takes rows in the order in which they are sent, completes them, puts each into its lane, and sends each lane when it is full.</summary>
/// <param name="request">The request.</param>
/// <param name="stored">The tracked entities among the rows.</param>
/// <param name="lanes">The lanes.</param>
/// <param name="sender">Sends them.</param>
/// <param name="begin">Begins the transaction before the first statement; its argument says whether one is needed.</param>
internal sealed class LaneFeed(BulkRequest request, StoredEntries stored, Lanes lanes, StatementSender sender, Func<bool, ValueTask> begin)
{
    private readonly List<Lane> _earlier = [];
    private Lane? _below;
    private bool _hasBegun;

    /// <summary>Sends the rows of several lanes in one flight.</summary>
    public required SharedLanes Together { get; init; }

    /// <summary>Gives rows their values; <see langword="null" /> if the operation writes no entities.</summary>
    public RowCompletion? Completion { get; set; }

    /// <summary>Rows go in the order of their keys as each lane is sent.</summary>
    public bool SortsLanes { get; set; }

    /// <summary>Adds a row.</summary>
    public ValueTask AddAsync(in BulkRow given)
    {
        BulkRow row = Completion is null ? given : Completion.Complete(given);
        Lane lane = lanes.Of(row);
        lane.Add(row);
        return _below is not null && _below != lane ? FlushBelowAsync(lane) : !lane.IsFull ? default : _earlier.Count == 0 ? FlushAsync(lane) : FlushLanesAsync();
    }

    /// <summary>Ends a stage of tables: the next rows may refer to those so far. If no key of theirs has to be handed on, they may go in one flight with them.</summary>
    public async ValueTask EndStageAsync()
    {
        Lane[] waiting = [.. Waiting()];
        if (waiting.Length > 0)
            await BeginAsync().ConfigureAwait(false);
        if (!waiting.All(lane => !lane.Form.GeneratesKeys && Together.Take(lane)))
            await FlushLanesAsync().ConfigureAwait(false);
        else
            _earlier.AddRange(waiting.Except(_earlier));
        // Rows of a lane that was full have been sent, and have their keys.
        sender.Keys.Lend();
    }

    /// <summary>Ends a level: the next rows need the keys of those so far, or that those are there.</summary>
    /// <param name="mayWait">The rows of the levels may go in one statement, or one by one, in their order.</param>
    /// <param name="isInsert">Keys may have been generated.</param>
    public async ValueTask EndLevelAsync(bool mayWait, bool isInsert)
    {
        Lane only = lanes.First!;
        if (mayWait && lanes.All.Count == 1 && (isInsert ? !only.Form.GeneratesKeys : only.Plan.Choice.Strategy.SendsRowsAlone()))
        {
            _below = only;
            return;
        }

        await FlushLanesAsync().ConfigureAwait(false);
        if (isInsert)
            sender.Keys.Lend();
    }

    /// <summary>Sends all waiting rows.</summary>
    public async ValueTask FlushLanesAsync()
    {
        Lane[] waiting = [.. Waiting()];
        _earlier.Clear();
        if (waiting.Length > 1)
            await BeginAsync().ConfigureAwait(false);
        if (waiting.Length < 2 || !waiting.All(Together.Take))
        {
            foreach (Lane lane in waiting)
                await FlushAsync(lane).ConfigureAwait(false);
            return;
        }

        foreach (Lane lane in waiting)
            Prepare(lane);
        await Together.SendAsync(waiting).ConfigureAwait(false);
        foreach (Lane lane in waiting)
            lane.Clear();
    }

    // Those of earlier stages first.
    private IEnumerable<Lane> Waiting() => _earlier.Concat(lanes.All.Except(_earlier)).Where(lane => lane.Count > 0);

    private void Prepare(Lane lane)
    {
        if (SortsLanes)
            lane.Sort(request.KeysOf(lane.Plan.Table));
        stored.Add(lane);
    }

    /// <summary>Sends the waiting rows of a lane.</summary>
    public async ValueTask FlushAsync(Lane lane)
    {
        if (lane.Count == 0)
            return;
        await BeginAsync().ConfigureAwait(false);
        Prepare(lane);
        await sender.SendAsync(lane).ConfigureAwait(false);
        lane.Clear();
    }

    /// <summary>Begins the transaction, unless it has begun.</summary>
    public ValueTask BeginAsync() => _hasBegun ? default : BeginAsync(needed: true);

    /// <summary>Sends all waiting rows, after which there are no more.</summary>
    public async ValueTask EndAsync()
    {
        // All rows of the call wait in one lane: it may be a single statement, which needs no transaction.
        if (!_hasBegun)
            await BeginAsync(needed: !(lanes.All.Count == 1 && sender.IsOneStatement(lanes.First!))).ConfigureAwait(false);
        await FlushLanesAsync().ConfigureAwait(false);
    }

    private ValueTask BeginAsync(bool needed)
    {
        _hasBegun = true;
        return begin(needed);
    }

    // This is the first row of another lane, so the rows of the levels below go before it.
    private async ValueTask FlushBelowAsync(Lane lane)
    {
        await FlushAsync(_below!).ConfigureAwait(false);
        _below = null;
        if (lane.IsFull)
            await FlushAsync(lane).ConfigureAwait(false);
    }
}
