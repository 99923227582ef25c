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
        if (CallRows.AreNone(request))
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
            Log.OperationCompleted(logger, operation, entityType, result);
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
        IExecutionStrategy strategy = request.Context.Database.CreateExecutionStrategy();
        bool canRetry = CallRows.CanRetry(request, strategy);
        request = await CallRows.OfAsync(request, canRetry, runsHooks: true, token).ConfigureAwait(false);
        if (CallRows.AreNone(request))
            return new() { Reason = "no row is modified" };

        AttemptResult attempt = canRetry
            ? await strategy.ExecuteAsync(
                (request, logger, io, started),
                static (s, t) => AttemptAsync(s.request, s.logger, s.started, canRetry: true, s.io, t), io, token).ConfigureAwait(false)
            : await AttemptAsync(request, logger, started, canRetry: false, io, token).ConfigureAwait(false);
        return attempt.Result ?? throw attempt.Failure!;
    }

    // An attempt that a conflict, or a wrong guess about the session, has undone as a whole is made again as a whole.
    private static async ValueTask<AttemptResult> AttemptAsync(
        BulkRequest request, ILogger logger, long started, bool canRetry, IOBehavior io, CancellationToken token)
    {
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
            catch (Exception exception) when (exception is KeysByTriggerException || Retry.IsIndexGone(exception, request, tries))
            {
                // It is known now: the next attempt asks for each key, or for the table's indexes.
            }
            catch (BulkOperationException exception) when (Retry.IsConflict(exception, attempt, request, canRetry, tries))
            {
                Log.Retried(logger, request.Operation.Name, request.Subject, ServerError.Number(exception));
                await io.DelayAsync(Retry.Pause(tries)).ConfigureAwait(false);
            }
            catch (BulkOperationException exception) when (Retry.WasThere(exception, attempt))
            {
                request = request with { MustLock = true, MayHaveEqualKeys = true };
            }
            catch (BulkOperationException exception) when (Retry.IsOvertaken(exception, request, refused, tries))
            {
                refused = exception.RowIndex;
                request = request with { MayHaveEqualKeys = true };
                Log.Retried(logger, request.Operation.Name, request.Subject, ServerError.DuplicateEntry);
            }
            catch (BulkOperationException exception) when (canRetry && Retry.IsOfAFlight(exception, attempt, request))
            {
                // The context's execution strategy knows only what the context's driver throws.
                Log.Retried(logger, request.Operation.Name, request.Subject, ServerError.Number(exception));
                request = request with { Options = request.Options with { Pipelining = BulkPipelining.Never } };
            }
        }
    }
}
