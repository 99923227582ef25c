using System.Diagnostics;
using System.Runtime.ExceptionServices;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>One call on all shards at once: gives each row to the call of its shard, lets the shards commit once all have accepted their rows, and makes one result, or one failure, of them.</summary>
/// <param name="set">The contexts.</param>
/// <param name="route">What the call is.</param>
/// <param name="io">The mode.</param>
internal sealed class ShardedCall<TContext, TShard>(ShardSet<TContext, TShard> set, ShardRoute<TContext, TShard> route, IOBehavior io)
    where TContext : DbContext
    where TShard : notnull
{
    private readonly Dictionary<TShard, ShardRun> _byShard = [];
    private readonly List<ShardRun> _runs = [];
    private readonly ShardRouter<TShard> _router = new(route.ShardOf);
    private readonly CommitOrder _commits = new(set.IsAtomic);
    private DecisionPlace? _place;
    private JointCommit? _joint;
    private ShardProgress _progress = new(null);
    private CancellationTokenSource _stop = null!;
    private FirstFailure? _first;

    public async ValueTask<BulkResult> RunAsync(RowSource rows, CancellationToken token)
    {
        long started = Stopwatch.GetTimestamp();
        token.ThrowIfCancellationRequested();
        using ShardSet<TContext, TShard>.Use use = set.Begin();
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(token);
        using CancellationTokenRegistration cancelled = token.Register(_commits.Cancel);
        (_stop, _progress) = (stop, new(rows.Count));
        try
        {
            await RunAllAsync(rows).ConfigureAwait(false);
        }
        finally
        {
            if (_place is not null)
                await _place.DisposeAsync().ConfigureAwait(false);
        }

        if (_first is { } first)
            ExceptionDispatchInfo.Throw(ShardFailure.Of(first.Exception, first.Run, _runs));
        return ShardResults.Sum(_runs, _joint is not null, Stopwatch.GetElapsedTime(started));
    }

    private async ValueTask RunAllAsync(RowSource rows)
    {
        try
        {
            if (rows.CanRepeat)
                await StartListsAsync(rows).ConfigureAwait(false);
            else
                await StartStreamsAsync(rows).ConfigureAwait(false);
            _commits.Close();
        }
        catch (Exception exception)
        {
            Fail(exception, null);
        }

        await io.JoinAsync(Task.WhenAll(_runs.Select(run => run.Work))).ConfigureAwait(false);
    }

    // A collection is split before anything is sent, so that each part of it can be sent again.
    private async ValueTask StartListsAsync(RowSource rows)
    {
        Dictionary<TShard, (List<object?> Rows, List<int> Positions)> parts = [];
        int position = 0;
        foreach (object? row in await rows.ReadAllAsync(_stop.Token).ConfigureAwait(false))
        {
            TShard shard = _router.ShardOf(row, position);
            if (!parts.TryGetValue(shard, out (List<object?> Rows, List<int> Positions) part))
                parts[shard] = part = ([], []);
            part.Rows.Add(row);
            part.Positions.Add(position++);
        }

        if (parts.Count > 1)
            await DecideTogetherAsync().ConfigureAwait(false);
        foreach ((TShard shard, (List<object?> ofShard, List<int> positions)) in parts)
            Add(shard, new SelectedRows(ofShard, positions), positions, rows, waits: parts.Count > 1);
        foreach (ShardRun run in _runs)
            Start(run);
    }

    private async ValueTask StartStreamsAsync(RowSource rows)
    {
        await DecideTogetherAsync().ConfigureAwait(false);
        CancellationToken token = _stop.Token;
        object?[] window = new object?[RoutedRows.PartRows];
        RowReader reader = rows.Open(token);
        try
        {
            int read = 0;
            int count;
            do
            {
                count = await reader.ReadAsync(window, token).ConfigureAwait(false);
                for (int i = 0; i < count; i++, read++)
                {
                    ShardRun run = RunOf(_router.ShardOf(window[i], read), rows);
                    if (run.Stream!.Add(window[i]!, read))
                        await run.Stream.PassAsync(token).ConfigureAwait(false);
                }
            }
            while (count == window.Length);
            foreach (ShardRun run in _runs)
                await run.Stream!.PassAsync(token).ConfigureAwait(false);
            // The caller's own code may throw at the end of the rows, while everything can still be rolled back.
            await reader.DisposeAsync().ConfigureAwait(false);
            foreach (ShardRun run in _runs)
                run.Stream!.Complete();
        }
        finally
        {
            await reader.DisposeAsync().ConfigureAwait(false);
        }
    }

    private async ValueTask DecideTogetherAsync()
    {
        if (!set.IsAtomic)
            return;
        _place = await DecisionPlace.OpenAsync(set.Decisions(), "BulkShards.Atomic", io, _stop.Token).ConfigureAwait(false);
        await JointCommit.CheckAsync(_place.Session, _place.Facts.Server, _stop.Token).ConfigureAwait(false);
        _joint = new(_place, await _place.ForShardsAsync(_stop.Token).ConfigureAwait(false), _commits, io);
    }

    private ShardRun RunOf(TShard shard, RowSource given)
    {
        if (_byShard.TryGetValue(shard, out ShardRun? known))
            return known;
        RoutedRows stream = new(io);
        ShardRun run = Add(shard, stream, stream.Positions, given, waits: true);
        Start(run);
        return run;
    }

    private ShardRun Add(TShard shard, RowSource rows, IReadOnlyList<int> positions, RowSource given, bool waits)
    {
        TContext context = set.ContextOf(shard);
        RequestedOperation call = route.Call(context, set.TableOf(route.EntityType, shard), rows);
        if (call.Request.CommitRows is not null)
            throw new InvalidOperationException($"CommitRows of {call.Request.Traits.Name} commits the rows in portions, but shards commit once all of them have accepted their rows. Leave CommitRows out, or call each shard by itself.");
        if (call.Request.Options.Rejected is not null)
            throw new InvalidOperationException($"Rejected of {call.Request.Traits.Name} counts the rows of one call, but each shard has a call of its own. Leave Rejected out, or call each shard by itself.");
        RowSources.CheckQuery(given, context, call.Request.Traits.Name);
        int number = _commits.Add();
        BulkRequest request = call.Request with
        {
            Options = call.Request.Options with { Progress = _progress.Of(call.Request.Options.Progress) },
            BeforeCommit = waits ? mode => _commits.WaitAsync(number, mode) : null,
            BeginTransaction = _joint is null ? null : _joint.BeginAsync,
        };
        if (request.BeginTransaction is not null && ObstacleOf(request) is { } obstacle)
            throw new InvalidOperationException($"BulkShards.Atomic is not possible: {obstacle}.");
        ShardRun run = new(shard, positions)
        {
            Call = call with { Request = request },
            Number = number,
            Stream = rows as RoutedRows,
            IsJoined = TransactionKinds.Of(context.Database) is TransactionKind.Joined or TransactionKind.Ambient,
        };
        _runs.Add(run);
        return _byShard[shard] = run;
    }

    // What would send rows outside of the branch.
    private static string? ObstacleOf(BulkRequest request)
        => TransactionKinds.Of(request.Context.Database) is not TransactionKind.Own ? "a shard's context has a transaction of its own, or AutoTransactionBehavior.Never"
            : request.Options.Connections > 1 ? "a shard's call has several Connections"
            : request.Options.ArrayBatchDriver is not null ? "a shard's call sends its rows over the connection of another driver"
            : null;

    private void Start(ShardRun run) => run.Work = ShardWork.Start(io, () => RunAsync(run));

    private async Task RunAsync(ShardRun run)
    {
        try
        {
            run.Result = await BulkExecutor.RunAsync(run.Call, io, _stop.Token).ConfigureAwait(false);
            _commits.Ended(run.Number);
        }
        catch (Exception exception)
        {
            run.Failure = exception;
            Fail(exception, run);
        }
    }

    // The first failure is the cause of the others.
    private void Fail(Exception exception, ShardRun? run)
    {
        Interlocked.CompareExchange(ref _first, new(exception, run), null);
        _commits.Fail();
        try
        {
            _stop.Cancel();
        }
        catch (AggregateException)
        {
            // Connector/NET lets an exception out of a login that is cancelled, into whoever cancels it. The shard whose login it is has its own.
        }
    }

    private sealed record FirstFailure(Exception Exception, ShardRun? Run);
}
