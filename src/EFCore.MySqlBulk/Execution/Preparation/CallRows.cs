using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Execution.Preparation;

/// <summary>The rows of a call, and of its explanation: read into memory if needed, checked against the scope, and prepared.</summary>
internal static class CallRows
{
    /// <summary>Whether nothing has to be sent: there are no rows, and no scope.</summary>
    public static bool AreNone(BulkRequest request) => request.Rows.Count == 0 && request.Scope is null;

    /// <summary>Whether the context's execution strategy retries.</summary>
    public static bool CanRetry(BulkRequest request, IExecutionStrategy strategy)
        => strategy.RetriesOnFailure && TransactionKinds.Of(request.Context.Database) is (TransactionKind.Own or TransactionKind.None);

    /// <summary>The call with the rows that it sends.</summary>
    /// <param name="request">The call.</param>
    /// <param name="canRetry">Whether the call may be repeated with the same rows.</param>
    /// <param name="runsHooks">Whether hooks run for its rows: not if the call is only explained.</param>
    /// <param name="token">Cancels.</param>
    public static async ValueTask<BulkRequest> OfAsync(BulkRequest request, bool canRetry, bool runsHooks, CancellationToken token)
    {
        if (request.Scope is { } scope)
            request = request with { Rows = await HoldAsync(request, scope, token).ConfigureAwait(false) };
        if (canRetry && !request.Rows.CanRepeat)
            request = request with { Rows = await RepeatableAsync(request, token).ConfigureAwait(false) };
        // Rows to combine may be far from each other.
        if ((request.GoesByType || request.Options.Combine is not null) && !request.Rows.CanRepeat)
            request = request with { Rows = await RowSources.BufferAsync(request.Rows, token).ConfigureAwait(false) };
        request = await PreparedRows.OfAsync(request, runsHooks, token).ConfigureAwait(false);
        return await CallGraph.OfAsync(request, runsHooks, token).ConfigureAwait(false);
    }

    // A call with a scope must allow an empty source explicitly.
    private static async ValueTask<RowSource> HoldAsync(BulkRequest request, RowScope scope, CancellationToken token)
    {
        List<object?> rows = await request.Rows.ReadAllAsync(token).ConfigureAwait(false);
        if (rows.Count == 0 && !scope.AllowsEmpty)
            throw new ArgumentException($"{request.Traits.Name} was given no rows, so every row of its scope would be an orphan. If that is meant, set BulkSynchronizeOptions.AllowEmpty = true.");
        scope.Check(request.Context, request.EntityType, rows);
        return new SequenceRows<object?>(rows);
    }

    private static async ValueTask<RowSource> RepeatableAsync(BulkRequest request, CancellationToken token)
    {
        if (!request.Options.BufferForRetry)
        {
            throw new InvalidOperationException(
                $"The context's execution strategy retries, but the rows of {request.Traits.Name} are a stream, which can be read only once. "
                + "Set BufferForRetry = true to hold them in memory, give a collection, or start both a transaction and the stream "
                + "inside Database.CreateExecutionStrategy().ExecuteAsync(…).");
        }

        return await RowSources.BufferAsync(request.Rows, token).ConfigureAwait(false);
    }
}
