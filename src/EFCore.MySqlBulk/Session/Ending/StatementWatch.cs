using System.Data.Common;
using System.Runtime.ExceptionServices;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Session.Ending;

/// <summary>Ends a statement that is cancelled or takes too long, on a driver that does neither by itself: with <c>KILL QUERY</c> over a second
/// connection. The statement then fails with 1317; connection and transaction stay usable.</summary>
/// <remarks>A lock ensures that nothing else is sent on the connection until the kill has been answered; a kill that came too
/// late is absorbed by a <c>DO 0</c>. If no kill is answered, the connection is abandoned.</remarks>
internal sealed class StatementWatch(StatementKiller killer, TimeSpan? timeout, ConnectionWatch connection, ILogger logger)
{
    // The maximum time of a .NET timer, 49 days.
    private static readonly TimeSpan Longest = TimeSpan.FromDays(49);

    /// <summary>Executes a statement under a watch.</summary>
    /// <param name="execute">Executes the statement, without a token.</param>
    /// <param name="absorb">Sends <c>DO 0</c>.</param>
    /// <param name="isSeveral">Whether the command has several statements, which get some time to end by themselves: see <see cref="LateCancellation" />.</param>
    /// <param name="token">Cancels.</param>
    /// <exception cref="OperationCanceledException">The statement was cancelled, and the server has ended it.</exception>
    /// <exception cref="StatementTimeoutException">The statement took too long, and the server has ended it.</exception>
    public async ValueTask<int> RunAsync(Func<ValueTask<int>> execute, Func<ValueTask> absorb, bool isSeveral, CancellationToken token)
    {
        if (timeout is null && !token.CanBeCanceled)
            return await execute().ConfigureAwait(false);
        object gate = new();
        TaskCompletionSource ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Task<bool>? kill = null;
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(token);
        if (timeout is { } limit)
            end.CancelAfter(limit < Longest ? limit : Longest);
        CancellationTokenRegistration registration = end.Token.UnsafeRegister(_ => StartKill(), null);
        Exception? failure = null;
        int affected = 0;
        try
        {
            affected = await execute().ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            // Usually error 1317; Connector/NET fails differently, because an interrupted statement leaves it no reader to return.
            failure = exception;
        }

        lock (gate)
            ended.SetResult();
        await registration.DisposeAsync().ConfigureAwait(false);
        if (kill is null)
            return Ended(affected, failure);
        bool isKilled = await EndAsync(kill).ConfigureAwait(false);
        if (isKilled)
            await AbsorbAsync(absorb).ConfigureAwait(false);
        // Without an exception the kill came too late: the statement has succeeded and may be stored.
        return failure is null || (!connection.HasGivenUp && (!isKilled || connection.IsBroken)) ? Ended(affected, failure) : throw Killed(failure, token);

        void StartKill()
        {
            lock (gate)
            {
                if (ended.Task.IsCompleted)
                    return;
                connection.Hurry();
                kill = Task.Run(() => KillAsync(isSeveral ? ended.Task : null), CancellationToken.None);
            }
        }
    }

    private static int Ended(int affected, Exception? failure)
    {
        if (failure is not null)
            ExceptionDispatchInfo.Throw(failure);
        return affected;
    }

    private Exception Killed(Exception failure, CancellationToken token)
        => connection.HasGivenUp ? connection.Failure(failure.InnerException ?? failure, token)
            : token.IsCancellationRequested
            ? new OperationCanceledException("The statement was cancelled; the server has ended it.", failure, token)
            : new StatementTimeoutException($"A statement took longer than {timeout}; the server has ended it. Raise BulkOptions.Timeout or the context's command timeout.", failure);

    // Returns whether it was sent. A kill that is still being sent must not hit the next statement on the connection.
    private async ValueTask<bool> EndAsync(Task<bool> kill)
    {
        // An abandoned connection has no next statement.
        if (connection.HasGivenUp)
            return false;
        try
        {
            return await kill.WaitAsync(ConnectionWatch.Patience).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            connection.GiveUp();
            return false;
        }
    }

    private async Task<bool> KillAsync(Task? ending)
    {
        if (ending is not null && await Task.WhenAny(ending, Task.Delay(LateCancellation.Delay)).ConfigureAwait(false) == ending)
            return false;
        try
        {
            return await killer.KillAsync().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException or TimeoutException or IOException or System.Net.Sockets.SocketException)
        {
            Log.KillFailed(logger, exception.GetType().Name);
            return false;
        }
    }

    private static async ValueTask AbsorbAsync(Func<ValueTask> absorb)
    {
        try
        {
            await absorb().ConfigureAwait(false);
        }
        catch (DbException exception) when (ServerError.Number(exception) == ServerError.QueryInterrupted)
        {
            // The kill came after the statement had ended, and was absorbed.
        }
    }
}
