using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Repeats a call until an attempt ends with a result: an attempt that was rolled back as a whole, because of a conflict or a wrong guess
/// about the session, is repeated as a whole.</summary>
internal static class AttemptLoop
{
    /// <param name="call">The call.</param>
    /// <param name="logger">The log.</param>
    /// <param name="started">When the call began.</param>
    /// <param name="canRetry">Whether the context's execution strategy retries.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public static async ValueTask<AttemptResult> RunAsync(
        RequestedOperation call, ILogger logger, long started, bool canRetry, IOBehavior io, CancellationToken token)
    {
        BulkRequest request = call.Request;
        bool canGuess = true;
        int? refused = null;
        for (int tries = 1; ; tries++)
        {
            BulkAttempt attempt = new(call with { Request = request }, logger, started, canGuess, io, token);
            try
            {
                return await attempt.RunAsync().ConfigureAwait(false);
            }
            catch (Exception exception) when (exception is FactsChangedException || (exception is InvalidOperationException && attempt.HasOnlyGuessed))
            {
                // Facts that were read decide, also whether the call is refused.
                canGuess = false;
            }
            catch (Exception exception) when (exception is KeysByTriggerException || Retry.IsIndexGone(exception, request, tries))
            {
                // Now it is known: the next attempt queries each key, or the table's indexes.
            }
            catch (BulkOperationException exception) when (Retry.IsConflict(exception, attempt, request, canRetry, tries) || Retry.IsOfTheServer(exception, attempt, request, tries))
            {
                Log.Retried(logger, request.Traits.Name, request.Subject, ServerError.Problem(exception));
                await Retry.WaitAsync(exception, request.Context, tries, io).ConfigureAwait(false);
            }
            catch (BulkOperationException exception) when (Retry.WasThere(exception, attempt))
            {
                request = request with { MustLock = true, MayHaveEqualKeys = true };
            }
            catch (BulkOperationException exception) when (Retry.IsOvertaken(exception, request, refused, tries))
            {
                refused = exception.RowIndex;
                request = request with { MayHaveEqualKeys = true };
                Log.Retried(logger, request.Traits.Name, request.Subject, ServerError.Problem(exception));
            }
            catch (BulkOperationException exception) when (canRetry && Retry.IsOfAFlight(exception, attempt, request))
            {
                // The context's execution strategy recognises only exceptions of the context's driver.
                Log.Retried(logger, request.Traits.Name, request.Subject, ServerError.Problem(exception));
                request = request with { Options = request.Options with { Pipelining = BulkPipelining.Never } };
            }
        }
    }
}
