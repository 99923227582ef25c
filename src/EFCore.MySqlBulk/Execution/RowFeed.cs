using System.Diagnostics;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Feeds the rows of a call into their lanes, in the order in which they are sent, and has a lane sent when it is full.</summary>
/// <param name="request">The request.</param>
/// <param name="reader">Reads the rows.</param>
/// <param name="stored">The tracked entities among the rows.</param>
/// <param name="lanes">The lanes.</param>
/// <param name="sender">Sends them.</param>
/// <param name="begin">Begins the transaction before the first statement; told whether one is needed.</param>
/// <param name="token">Cancels.</param>
internal sealed class RowFeed(
    BulkRequest request, RowReader reader, StoredEntries stored, Lanes lanes, StatementSender sender, Func<bool, ValueTask> begin, CancellationToken token)
{
    private readonly BareKeyCheck? _bareKeys = request.BareKeyType is { } type ? BareKeyCheck.Of(lanes.Root, type) : null;
    private readonly RowCompletion? _completion = RowCompletion.Of(request, stored.Tracked, lanes);
    private bool _hasBegun;
    private int _read;

    /// <summary>All rows of the call, when they were read.</summary>
    public int? Rows { get; private set; }

    /// <summary>Feeds all rows and has all of them sent.</summary>
    /// <param name="window">The rows read already, and where the next ones are read into.</param>
    /// <param name="count">How many were read.</param>
    /// <param name="rows">The number of all rows, where it is known.</param>
    public async ValueTask RunAsync(object?[] window, int count, int? rows)
    {
        switch (request.Operation)
        {
            case BulkOperation.Insert:
            case BulkOperation.Execute:
                await ForEachRowAsync(window, count, row => AddAsync(row)).ConfigureAwait(false);
                break;
            case BulkOperation.Update or BulkOperation.Delete when rows is { } known:
                await ChangeInKeyOrderAsync(window, count, known).ConfigureAwait(false);
                break;
            case BulkOperation.Update or BulkOperation.Delete:
                await ChangeAsTheyComeAsync(window, count).ConfigureAwait(false);
                break;
            default:
                throw new UnreachableException($"{request.Operation} is no operation.");
        }

        await FlushAllAsync().ConfigureAwait(false);
    }

    private async ValueTask ChangeInKeyOrderAsync(object?[] window, int count, int known)
    {
        BulkRow[] rows = new BulkRow[known];
        int at = 0;
        await ForEachRowAsync(window, count, row =>
        {
            if (at == rows.Length)
                throw new InvalidOperationException($"The collection said that it holds {known} rows and gave more. Was it changed while it was read?");
            rows[at++] = row;
            return default;
        }).ConfigureAwait(false);
        int sent = KeyOrder.Sort(rows, at, Keys(lanes.Root), request.Options.CheckDuplicates);
        for (int i = 0; i < sent; i++)
            await AddAsync(rows[i]).ConfigureAwait(false);
        // A row whose key is given again later is stored as that one says.
        for (int i = sent; i < at; i++)
            stored.Add(lanes.Of(rows[i]).Plan, rows[i]);
    }

    private ValueTask ChangeAsTheyComeAsync(object?[] window, int count)
    {
        SeenKeys? seen = request.Options.CheckDuplicates ? new(Keys(lanes.Root)) : null;
        return ForEachRowAsync(window, count, row =>
        {
            seen?.Add(row);
            return AddAsync(row);
        });
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
        int index = _read++;
        if (item is null)
            throw new BulkOperationException($"Row {index} is null.") { RowIndex = index };
        _bareKeys?.Check(item, index);
        return new(item, stored.EntryOf(item), index);
    }

    private KeyReader Keys(TableMap table) => KeyReader.Of(table, request.BareKeyType);

    private ValueTask AddAsync(in BulkRow given)
    {
        BulkRow row = _completion is null ? given : _completion.Complete(given);
        Lane lane = lanes.Of(row);
        lane.Add(row);
        return lane.IsFull ? FlushAsync(lane) : default;
    }

    private async ValueTask FlushAllAsync()
    {
        Rows = _read;
        // The rows of the whole call wait in one lane: it may be one statement, which needs no transaction.
        if (!_hasBegun)
            await BeginAsync(needed: !(lanes.All.Count == 1 && sender.IsOneStatement(lanes.First!))).ConfigureAwait(false);
        foreach (Lane lane in lanes.All)
            await FlushAsync(lane).ConfigureAwait(false);
    }

    private async ValueTask FlushAsync(Lane lane)
    {
        if (lane.Count == 0)
            return;
        if (!_hasBegun)
            await BeginAsync(needed: true).ConfigureAwait(false);
        if (request.Operation is BulkOperation.Update or BulkOperation.Delete && !request.Rows.CanRepeat)
            lane.Sort(Keys(lane.Plan.Table));
        stored.Add(lane);
        await sender.SendAsync(lane).ConfigureAwait(false);
        lane.Clear();
    }

    private ValueTask BeginAsync(bool needed)
    {
        _hasBegun = true;
        return begin(needed);
    }
}
