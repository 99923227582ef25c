using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Takes rows in the order in which they are sent, completes them, puts each into its lane, and sends each lane when it is full.</summary>
/// <param name="request">The request.</param>
/// <param name="stored">The tracked entities among the rows.</param>
/// <param name="lanes">The lanes.</param>
/// <param name="sender">Sends them.</param>
/// <param name="begin">Begins the transaction before the first statement; its argument says whether one is needed.</param>
internal sealed class LaneFeed(BulkRequest request, StoredEntries stored, Lanes lanes, StatementSender sender, Func<bool, ValueTask> begin)
{
    private Lane? _below;
    private bool _hasBegun;

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
        return _below is not null && _below != lane ? FlushBelowAsync(lane) : lane.IsFull ? FlushAsync(lane) : default;
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
        foreach (Lane lane in lanes.All)
            await FlushAsync(lane).ConfigureAwait(false);
    }

    /// <summary>Sends the waiting rows of a lane.</summary>
    public async ValueTask FlushAsync(Lane lane)
    {
        if (lane.Count == 0)
            return;
        await BeginAsync().ConfigureAwait(false);
        if (SortsLanes)
            lane.Sort(request.KeysOf(lane.Plan.Table));
        stored.Add(lane);
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
