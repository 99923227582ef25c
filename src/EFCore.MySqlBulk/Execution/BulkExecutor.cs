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
using Microsoft.EntityFrameworkCore;
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

    /// <summary>Runs work on a context that nothing else uses meanwhile, with a span and log events around it.</summary>
    /// <param name="context">The context.</param>
    /// <param name="call">The method's name, the operation and the table for the span, and the entity type for the log.</param>
    /// <param name="work">The work.</param>
    /// <param name="token">The call's token.</param>
    public static async ValueTask<AttemptResult> ObserveAsync(DbContext context, (string Name, string Operation, string? Table, string Subject) call, Func<ContextLog, ValueTask<AttemptResult>> work, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        using ConcurrencyDetectorCriticalSectionDisposer? alone = ConcurrentUse.Enter(context);
        ContextLog logger = ContextLog.Of(context);
        using Activity? span = Telemetry.Start(call.Operation, call.Table);
        try
        {
            AttemptResult attempt = await work(logger).ConfigureAwait(false);
            Telemetry.Completed(span, call.Name, attempt.Result!);
            Log.OperationCompleted(logger, call.Name, call.Subject, attempt.Result!);
            return attempt;
        }
        catch (OperationCanceledException exception) when (token.IsCancellationRequested)
        {
            Telemetry.Failed(span, exception);
            Log.OperationCancelled(logger, call.Name, call.Subject);
            throw;
        }
        catch (Exception exception)
        {
            Telemetry.Failed(span, exception);
            Log.OperationFailed(logger, call.Name, call.Subject, ServerError.Problem(exception));
            throw;
        }
    }

    private static ValueTask<AttemptResult> RunAloneAsync(RequestedOperation call, IOBehavior io, CancellationToken token)
    {
        BulkRequest request = call.Request;
        if (CallRows.AreNone(request))
            return new(new AttemptResult(new() { Reason = "no rows" }, null));
        return ObserveAsync(request.Context, (request.Traits.Name, request.Traits.Kind.ToString(), request.Table, request.Subject), RunAsync, token);

        async ValueTask<AttemptResult> RunAsync(ContextLog logger) => request.CommitRows is null
            ? await RunInStrategyAsync(call, logger, io, token).ConfigureAwait(false)
            : new(await PortionedCall.RunAsync(call, async portion => (await RunInStrategyAsync(portion, logger, io, token).ConfigureAwait(false)).Result!, new CleanUp(logger), token).ConfigureAwait(false), null);
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
