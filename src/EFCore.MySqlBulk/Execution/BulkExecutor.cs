using System.Diagnostics;
using System.Runtime.ExceptionServices;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Execution.Portions;
using EFCore.MySqlBulk.Execution.Preparation;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Transactions;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Runs a request, inside the context's execution strategy if there is no transaction to join, with a span and log events around it.</summary>
internal static class BulkExecutor
{
    public static async ValueTask<BulkResult> RunAsync(RequestedOperation call, IOBehavior io, CancellationToken token)
    {
        AttemptResult attempt = await RunAloneAsync(call, io, token).ConfigureAwait(false);
        // The caller's code may use the context.
        attempt.Changes?.Tell(call.Request.Options);
        return attempt.Result!;
    }

    private static async ValueTask<AttemptResult> RunAloneAsync(RequestedOperation call, IOBehavior io, CancellationToken token)
    {
        BulkRequest request = call.Request;
        if (CallRows.AreNone(request))
            return new(new() { Reason = "no rows" }, null);
        token.ThrowIfCancellationRequested();
        using ConcurrencyDetectorCriticalSectionDisposer? alone = ConcurrentUse.Enter(request.Context);
        ContextLog logger = ContextLog.Of(request.Context);
        string operation = request.Traits.Name;
        string entityType = request.Subject;
        using Activity? span = Telemetry.Start(request.Traits.Kind.ToString(), request.Table);
        try
        {
            AttemptResult attempt = request.CommitRows is null
                ? await RunInStrategyAsync(call, logger, io, token).ConfigureAwait(false)
                : new(await PortionedCall.RunAsync(call, async portion => (await RunInStrategyAsync(portion, logger, io, token).ConfigureAwait(false)).Result!, new CleanUp(logger), token).ConfigureAwait(false), null);
            Telemetry.Completed(span, operation, attempt.Result!);
            Log.OperationCompleted(logger, operation, entityType, attempt.Result!);
            return attempt;
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
            Log.OperationFailed(logger, operation, entityType, ServerError.Problem(exception));
            throw;
        }
    }

    private static async ValueTask<AttemptResult> RunInStrategyAsync(RequestedOperation call, ILogger logger, IOBehavior io, CancellationToken token)
    {
        BulkRequest request = call.Request;
        long started = Stopwatch.GetTimestamp();
        IExecutionStrategy strategy = request.Context.Database.CreateExecutionStrategy();
        bool canRetry = CallRows.CanRetry(request, strategy);
        request = await CallRows.OfAsync(request, canRetry, runsHooks: true, token).ConfigureAwait(false);
        if (CallRows.AreNone(request))
            return new(new() { Reason = "no row is modified" }, null);
        call = call with { Request = request with { Failover = Failover.Of(request.Context, canRetry) } };

        AttemptResult attempt = canRetry
            ? await RetryAsync(strategy, call, logger, started, io, token).ConfigureAwait(false)
            : await AttemptLoop.RunAsync(call, logger, started, canRetry: false, io, token).ConfigureAwait(false);
        return attempt.Failure is { } failure ? throw failure : attempt;
    }

    // An execution strategy that gives up wraps the last failure. It is unwrapped, so that a call throws the same types with every strategy.
    private static async ValueTask<AttemptResult> RetryAsync(
        IExecutionStrategy strategy, RequestedOperation call, ILogger logger, long started, IOBehavior io, CancellationToken token)
    {
        try
        {
            return await strategy.ExecuteAsync(
                (call, logger, io, started),
                static (s, t) => AttemptLoop.RunAsync(s.call, s.logger, s.started, canRetry: true, s.io, t), io, token).ConfigureAwait(false);
        }
        catch (RetryLimitExceededException exception) when (exception.InnerException is BulkException)
        {
            ExceptionDispatchInfo.Throw(exception.InnerException);
            throw;
        }
    }
}
