using System.Diagnostics;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Runs a request, inside the context's execution strategy if there is no transaction to join, with a span and log events around it.</summary>
internal static class BulkExecutor
{
    public static async ValueTask<BulkResult> RunAsync(BulkRequest request, IOBehavior io, CancellationToken token)
    {
        if (request.Rows.Count == 0 && request.Scope is null)
            return new() { Reason = "no rows" };
        token.ThrowIfCancellationRequested();
        using ConcurrencyDetectorCriticalSectionDisposer? alone = ConcurrentUse.Enter(request.Context);
        ContextLog logger = ContextLog.Of(request.Context);
        string operation = request.Operation.Name;
        string entityType = request.Subject;
        using Activity? span = Telemetry.Start(request.Operation.Kind.ToString(), request.Table);
        try
        {
            BulkResult result = await RunInStrategyAsync(request, logger, io, token).ConfigureAwait(false);
            Telemetry.Completed(span, operation, result);
            Log.OperationCompleted(logger, operation, entityType, result.RowsAffected, result.Statements, result.Elapsed.TotalMilliseconds, result.Strategy);
            return result;
        }
        catch (OperationCanceledException exception) when (token.IsCancellationRequested)
        {
            Telemetry.Failed(span, exception);
            Log.OperationCancelled(logger, operation, entityType);
            throw;
        }
        catch (Exception exception)
        {
            Telemetry.Failed(span, exception);
            // The driver's message may quote a row's value, so the log gets only the number.
            Log.OperationFailed(logger, operation, entityType, $"{exception.GetType().Name}, server error {ServerError.Number(exception)}");
            throw;
        }
    }

    private static async ValueTask<BulkResult> RunInStrategyAsync(BulkRequest request, ILogger logger, IOBehavior io, CancellationToken token)
    {
        long started = Stopwatch.GetTimestamp();
        if (request.Scope is { } scope)
            request = request with { Rows = await scope.HoldAsync(request, token).ConfigureAwait(false) };
        IExecutionStrategy strategy = request.Context.Database.CreateExecutionStrategy();
        bool canRetry = strategy.RetriesOnFailure && SessionTransaction.KindOf(request.Context.Database) is (TransactionKind.Own or TransactionKind.None);
        if (canRetry && !request.Rows.CanRepeat)
            request = request with { Rows = await RepeatableAsync(request, token).ConfigureAwait(false) };
        request = await PreparedRows.OfAsync(request, runsHooks: true, token).ConfigureAwait(false);
        if (request.Rows.Count == 0 && request.Scope is null)
            return new() { Reason = "no row is modified" };

        AttemptResult attempt = canRetry
            ? await strategy.ExecuteAsync(
                (request, logger, io, started),
                static (s, t) => AttemptAsync(s.request, s.logger, s.started, canRetry: true, s.io, t), io, token).ConfigureAwait(false)
            : await AttemptAsync(request, logger, started, canRetry: false, io, token).ConfigureAwait(false);
        return attempt.Result ?? throw attempt.Failure!;
    }

    // An attempt that a deadlock, or a wrong guess about the session, has undone as a whole is made again as a whole.
    private static async ValueTask<AttemptResult> AttemptAsync(
        BulkRequest request, ILogger logger, long started, bool canRetry, IOBehavior io, CancellationToken token)
    {
        if (request.Detour is not null)
            return new(await EntityPipeline.Of(request.Context)!.StoreAsync(request, io, token).ConfigureAwait(false), null);
        bool canGuess = true;
        int? refused = null;
        for (int tries = 1; ; tries++)
        {
            BulkAttempt attempt = new(request, logger, started, canGuess, io, token);
            try
            {
                return await attempt.RunAsync().ConfigureAwait(false);
            }
            catch (FactsChangedException)
            {
                canGuess = false;
            }
            catch (KeysByTriggerException)
            {
                // It is known now, so the next attempt asks for each key.
            }
            catch (BulkOperationException exception) when (!canRetry && Retry.IsDeadlock(exception, attempt, request, tries))
            {
                Log.Retried(logger, request.Operation.Name, request.Subject, ServerError.Deadlock);
                await io.DelayAsync(Retry.Pause(tries)).ConfigureAwait(false);
            }
            catch (BulkOperationException exception) when (Retry.IsOvertaken(exception, request, refused, tries))
            {
                refused = exception.RowIndex;
                request = request with { MayHaveEqualKeys = true };
                Log.Retried(logger, request.Operation.Name, request.Subject, ServerError.DuplicateEntry);
            }
            catch (BulkOperationException exception) when (canRetry && Retry.IsOfTheOwnConnection(exception, attempt, request))
            {
                // The context's execution strategy knows only the errors of the context's driver.
                Log.Retried(logger, request.Operation.Name, request.Subject, ServerError.Number(exception));
                request = request with { Options = request.Options with { Connection = BulkConnection.Context } };
            }
        }
    }

    private static async ValueTask<RowSource> RepeatableAsync(BulkRequest request, CancellationToken token)
    {
        if (!request.Options.BufferForRetry)
        {
            throw new InvalidOperationException(
                $"The context's execution strategy retries, but the rows of {request.Operation.Name} are a stream, which can be read only once. "
                + "Set BufferForRetry = true to hold them in memory, give a collection, or start both a transaction and the stream "
                + "inside Database.CreateExecutionStrategy().ExecuteAsync(…).");
        }

        return await request.Rows.BufferAsync(token).ConfigureAwait(false);
    }
}
