using System.Diagnostics;
using EFCore.MySqlBulk.ByQuery.Copies;
using EFCore.MySqlBulk.ByQuery.Throttling;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Transactions;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>Walks over the rows of a query, a batch at a time.</summary>
internal sealed class QueryBatches<TEntity>
{
    private readonly QueryRequest<TEntity> _request;
    private readonly ContextLog _logger;
    private readonly IOBehavior _io;
    private readonly CancellationToken _token;
    private readonly BatchFinder<TEntity> _finder;
    private readonly BatchSize _size;
    private readonly Throttle _throttle;
    private readonly WalkedRows _done;
    private readonly TransactionKind _kind;

    public QueryBatches(QueryRequest<TEntity> request, ContextLog logger, IOBehavior io, CancellationToken token)
    {
        (_request, _logger, _io, _token) = (request, logger, io, token);
        _finder = new(request.Query, request.Order, request.After);
        _size = new(request.Options.BatchRows ?? Thresholds.BatchByQuery, request.Options.BatchTime);
        _throttle = new(request.Context, request.Limits, io, token);
        _done = new(Stopwatch.GetTimestamp(), request.Order.Names, request.After);
        _kind = TransactionKinds.Of(request.Context.Database);
    }

    public async ValueTask<BulkResult> RunAsync()
    {
        try
        {
            while (await ThrottleAsync().ConfigureAwait(false) && await FindAsync().ConfigureAwait(false))
            {
                await ChangeAsync().ConfigureAwait(false);
                _request.Committed?.Invoke();
                Report();
                if (_finder.IsLast)
                    break;
                if (_request.Options.Pause > TimeSpan.Zero)
                    await _io.DelayAsync(_request.Options.Pause, _token).ConfigureAwait(false);
                _token.ThrowIfCancellationRequested();
            }
        }
        catch (OperationCanceledException exception) when (_token.IsCancellationRequested)
        {
            throw QueryFailure.Cancelled(_request.Name, exception, Left(isUnderWay: false), _done);
        }
        catch (Exception exception) when (exception is not BulkException && Left(isUnderWay: false) is { Stored: BulkOutcome.Some } some)
        {
            // The caller's own code has thrown it, such as the receiver of the progress.
            throw Failed(exception, some);
        }

        return _request.Count(_done.Result(_request.IsWhole) with { Waited = _throttle.Waited }, _done.Rows);
    }

    /// <summary>The failure of the call.</summary>
    public BulkOperationException Failed(Exception driver, Outcome outcome) => QueryFailure.Of(_request.Name, driver, outcome, _done, _finder.Last);

    private async ValueTask<bool> ThrottleAsync()
    {
        bool isTold = false;
        try
        {
            await _throttle.WaitAsync(Tell).ConfigureAwait(false);
            return true;
        }
        catch (WaitedTooLongException exception)
        {
            throw Failed(exception, Left(isUnderWay: false));
        }
        catch (Exception exception) when (DriverFailure.Find(exception) is { } driver)
        {
            throw Ended(exception, driver);
        }

        void Tell(string reason)
        {
            if (!isTold)
                Log.Waits(_logger, _request.Name, _request.Source.EntityType.DisplayName(), reason);
            isTold = true;
            Report(reason);
        }
    }

    private async ValueTask<bool> FindAsync()
    {
        try
        {
            bool isFound = await _finder.FindAsync(_size.Rows, _io, _token).ConfigureAwait(false);
            return !_finder.IsStuck ? isFound
                : throw Failed(new InvalidOperationException($"the walk by {_request.Order.Names} does not get past the row of its last key, because the server does not take the key that is read of it for equal to the row's"), Left(isUnderWay: false));
        }
        catch (Exception exception) when (DriverFailure.Find(exception) is { } driver)
        {
            throw Ended(exception, driver);
        }
    }

    // By a query that changes nothing. Not every driver reports the end of a cancelled one as such.
    private Exception Ended(Exception exception, Exception driver) => _token.IsCancellationRequested
        ? new OperationCanceledException(exception.Message, exception, _token)
        : Failed(driver, ServerError.BreaksTheConnection(driver) ? Lost(isUnderWay: false) : Left(isUnderWay: false));

    private async ValueTask ChangeAsync()
    {
        for (int tries = 1; ; tries++)
        {
            long started = Stopwatch.GetTimestamp();
            try
            {
                int rows = await OneAttempt.RunAsync(_request.Context, () => _request.Change(_finder.Batch, _io), _io).ConfigureAwait(false);
                TimeSpan elapsed = Stopwatch.GetElapsedTime(started);
                _size.Took(elapsed);
                _done.Add(rows, _finder.Last, elapsed);
                _finder.GoOnAfter(_finder.Last);
                return;
            }
            catch (Exception exception) when (CauseOf(exception) is { } cause)
            {
                bool isConflict = ServerError.IsConflict(cause) || ServerError.Number(cause) == ServerError.LockWaitTimeout;
                BulkOperationException failure = Failed(cause, OfBatch(cause));
                if (!isConflict || _request.IsWhole || tries == Retry.MaxTries)
                    throw failure;
                Log.Retried(_logger, _request.Name, _request.Source.EntityType.DisplayName(), ServerError.Problem(failure));
                await _io.DelayAsync(Retry.PauseAfterConflict(tries), _token).ConfigureAwait(false);
            }
            catch (RowsDifferException exception)
            {
                throw Failed(exception, Left(isUnderWay: false));
            }
            catch (Exception exception) when (!_request.IsWhole && !(_done.Batches == 0 && exception is InvalidOperationException))
            {
                // An interceptor may have thrown it after the batch. What EF Core cannot translate it refuses at the first one.
                throw Failed(exception, Left(isUnderWay: true));
            }
        }
    }

    private void Report(string? waitsFor = null)
        => _request.Options.Progress?.Report(new(_done.Rows, null, _done.Elapsed) { LastKey = _done.LastKey, BatchRows = _size.Rows, WaitsFor = waitsFor });

    // The driver's exception, or that of the call on the other context.
    private static Exception? CauseOf(Exception exception) => exception as BulkOperationException ?? DriverFailure.Find(exception);

    // The server has rolled the batch back, or the whole transaction; or nobody knows.
    private Outcome OfBatch(Exception cause) => cause is BulkOperationException told ? Left(isUnderWay: told.Outcome == BulkOutcome.Unknown)
        : !QueryFailure.IsKnown(cause) ? Lost(isUnderWay: true)
        : _request.IsWhole && ServerError.IsConflict(cause) ? Outcome.Of(RollbackResult.Ended, _kind)
        : Left(isUnderWay: false);

    // What is left stored if the call ends here.
    private Outcome Left(bool isUnderWay) => !_request.IsWhole ? Outcome.InBatches(_done.Rows, _done.Batches, isUnderWay)
        : _done.Batches == 0 ? Outcome.NothingSent
        : Outcome.Of(_kind == TransactionKind.Own ? RollbackResult.RolledBack : RollbackResult.Pending, _kind);

    // The same after the transaction has ended.
    private Outcome Lost(bool isUnderWay) => _request.IsWhole ? Outcome.Of(RollbackResult.Lost, _kind) : Left(isUnderWay);
}
