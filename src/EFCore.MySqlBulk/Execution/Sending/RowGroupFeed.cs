using System.Runtime.ExceptionServices;
using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Execution.Sending;

/// <summary>Takes rows in the order in which they are sent, completes them, puts each into its group, and sends each group when it is full.</summary>
/// <param name="request">The request.</param>
/// <param name="stored">The tracked entities among the rows.</param>
/// <param name="groups">The groups.</param>
/// <param name="sender">Sends them.</param>
/// <param name="begin">Begins the transaction before the first statement; its argument says whether one is needed.</param>
internal sealed class RowGroupFeed(BulkRequest request, StoredEntries stored, RowGroups groups, StatementSender sender, Func<bool, ValueTask> begin)
{
    private readonly List<RowGroup> _earlier = [];
    private RowGroup? _below;
    private RowGroup? _added;
    private bool _hasBegun;
    private ExceptionDispatchInfo? _aheadFailure;

    /// <summary>Sends the rows of several groups in one flight.</summary>
    public required SharedRowGroups Together { get; init; }

    /// <summary>Sends groups so that refused rows are set aside; <see langword="null" /> if one fails the call.</summary>
    public RowSifter? Sifter { get; init; }

    /// <summary>Completes rows; <see langword="null" /> if the operation writes no entities.</summary>
    public RowCompletion? Completion { get; set; }

    /// <summary>Whether each group sorts its rows by key when it is sent.</summary>
    public bool SortsGroups { get; set; }

    /// <summary>Adds rows, and sends what has to be sent before the next one. While the server runs the statements of a flight, it already takes the rows of the next one.</summary>
    /// <param name="rows">The rows.</param>
    public async ValueTask AddAllAsync(IRowQueue rows)
    {
        ContextFlights? flights = groups.Connections.Flights;
        if (flights is not null)
            flights.Meanwhile = () => AddAhead(rows);
        try
        {
            do
            {
                while (AddUntilFull(rows))
                    await FlushFullAsync().ConfigureAwait(false);
            }
            while (await rows.ReadAsync().ConfigureAwait(false));
        }
        finally
        {
            if (flights is not null)
                flights.Meanwhile = null;
        }
    }

    /// <summary>Adds a row, and sends what has to be sent before the next one.</summary>
    public ValueTask AddAsync(in BulkRow given) => Add(given) ? FlushFullAsync() : default;

    // Returns whether FlushFullAsync has to be called before the next row. That is rare: a task for each row would take a good part of the time of reading them.
    private bool Add(in BulkRow given)
    {
        if (!TryComplete(given, out BulkRow row))
            return false;
        RowGroup group = groups.Of(row);
        group.Add(row);
        _added = group;
        return group.IsFull || (group.CanBegin && groups.All.Count == 1) || (_below is not null && _below != group);
    }

    // A row that the model refuses may be set aside.
    private bool TryComplete(in BulkRow given, out BulkRow row)
    {
        try
        {
            row = Completion is null ? given : Completion.Complete(given);
            return true;
        }
        catch (RowValueException exception) when (sender.Rejections is { } rejections)
        {
            rejections.Add(given, exception);
            row = default;
            return false;
        }
    }

    // Returns whether FlushFullAsync has to be called.
    private bool AddUntilFull(IRowQueue rows)
    {
        _aheadFailure?.Throw();
        bool isFull = _added is { IsFull: true };
        while (!isFull && rows.TryTake(out BulkRow row))
            isFull = Add(row);
        return isFull;
    }

    // A row that cannot be sent fails the call once those before it have their outcome.
    private void AddAhead(IRowQueue rows)
    {
        if (_aheadFailure is not null || _below is not null || _earlier.Count > 0 || Completion is { RunsCallersCode: true })
            return;
        try
        {
            AddUntilFull(rows);
        }
        catch (Exception exception)
        {
            _aheadFailure = ExceptionDispatchInfo.Capture(exception);
        }
    }

    // Sends the rows that wait, after Add has said so.
    private ValueTask FlushFullAsync() => _below is not null && _below != _added ? FlushBelowAsync(_added!) : _earlier.Count == 0 ? FlushAsync(_added!) : FlushGroupsAsync();

    /// <summary>Ends a stage of tables: the next rows may refer to those so far. If they need no generated key of those, they may share a flight with them.</summary>
    public async ValueTask EndStageAsync()
    {
        RowGroup[] waiting = [.. Waiting()];
        if (waiting.Length > 0)
            await BeginAsync().ConfigureAwait(false);
        if (!waiting.All(group => !group.Shape.GeneratesKeys && Together.Take(group)))
            await FlushGroupsAsync().ConfigureAwait(false);
        else
            _earlier.AddRange(waiting.Except(_earlier));
        // Rows of a group that became full have been sent, and have their keys.
        sender.Keys.Propagate();
    }

    /// <summary>Ends a level: the next rows refer to those so far.</summary>
    /// <param name="mayWait">Whether the levels may share statements, which keep the order of their rows.</param>
    /// <param name="isInsert">Whether keys may be generated.</param>
    public async ValueTask EndLevelAsync(bool mayWait, bool isInsert)
    {
        RowGroup only = groups.First!;
        if (mayWait && groups.All.Count == 1 && (isInsert ? !only.Shape.GeneratesKeys : only.Plan.Choice.Strategy.SendsRowsAlone()))
        {
            _below = only;
            return;
        }

        await FlushGroupsAsync().ConfigureAwait(false);
        if (isInsert)
            sender.Keys.Propagate();
    }

    /// <summary>Sends all waiting rows.</summary>
    public async ValueTask FlushGroupsAsync()
    {
        RowGroup[] waiting = [.. Waiting()];
        _earlier.Clear();
        if (waiting.Length > 1)
            await BeginAsync().ConfigureAwait(false);
        if (waiting.Length < 2 || !waiting.All(Together.Take))
        {
            foreach (RowGroup group in waiting)
                await FlushAsync(group).ConfigureAwait(false);
            return;
        }

        foreach (RowGroup group in waiting)
            Prepare(group);
        await Together.SendAsync(waiting).ConfigureAwait(false);
        foreach (RowGroup group in waiting)
            group.Clear();
    }

    // Groups of earlier stages are sent first.
    private IEnumerable<RowGroup> Waiting() => _earlier.Concat(groups.All.Except(_earlier)).Where(group => group.Count > 0);

    private void Prepare(RowGroup group)
    {
        if (SortsGroups)
            group.Sort(request.KeysOf(group.Plan.Table));
        stored.Add(group);
        group.BeginSending();
    }

    /// <summary>Sends the waiting rows of a group.</summary>
    public async ValueTask FlushAsync(RowGroup group)
    {
        if (group.Count == 0)
            return;
        await BeginAsync().ConfigureAwait(false);
        Prepare(group);
        if (Sifter is null)
            await sender.SendAsync(group).ConfigureAwait(false);
        else
            await Sifter.SendAsync(group).ConfigureAwait(false);
        group.Clear();
    }

    /// <summary>Begins the transaction, unless it has begun.</summary>
    public ValueTask BeginAsync() => _hasBegun ? default : BeginAsync(needed: true);

    /// <summary>Sends all waiting rows, after which there are no more.</summary>
    public async ValueTask EndAsync()
    {
        // All rows of the call wait in one group, which may be sent as a single statement without a transaction.
        if (!_hasBegun)
            await BeginAsync(needed: !(groups.All.Count == 1 && sender.IsOneStatement(groups.First!))).ConfigureAwait(false);
        await FlushGroupsAsync().ConfigureAwait(false);
    }

    private ValueTask BeginAsync(bool needed)
    {
        _hasBegun = true;
        return begin(needed);
    }

    // A row of another group begins, so the rows of earlier levels are sent before it.
    private async ValueTask FlushBelowAsync(RowGroup group)
    {
        await FlushAsync(_below!).ConfigureAwait(false);
        _below = null;
        if (group.IsFull)
            await FlushAsync(group).ConfigureAwait(false);
    }
}
