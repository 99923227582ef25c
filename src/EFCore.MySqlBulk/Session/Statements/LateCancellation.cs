using System.Data.Common;

namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>Cancels a command of several statements, on a driver that does so with <c>KILL QUERY</c>, unless the command ends by itself right after the token was cancelled.</summary>
/// <remarks>A kill that comes between two statements ends the command, but neither MySQL nor MariaDB sends an answer then: the driver waits for a
/// result that never comes, and the connection has to be abandoned. Such a command takes some milliseconds, so one that still runs after
/// <see cref="Delay" /> is blocked in a statement, which the kill interrupts.</remarks>
internal sealed class LateCancellation : IAsyncDisposable
{
    private readonly CancellationTokenSource _over = new();
    private readonly CancellationTokenRegistration _registration;
    private Task _cancelling = Task.CompletedTask;

    /// <param name="command">The command, which is about to be executed.</param>
    /// <param name="token">Cancels it.</param>
    public LateCancellation(DbCommand command, CancellationToken token)
        => _registration = token.UnsafeRegister(_ => _cancelling = CancelAsync(command), null);

    /// <summary>The time that a command has to end by itself.</summary>
    public static TimeSpan Delay { get; } = TimeSpan.FromMilliseconds(500);

    /// <summary>Ends the cancellation after the command has ended, so that it does not affect the next one.</summary>
    public async ValueTask DisposeAsync()
    {
        await _registration.DisposeAsync().ConfigureAwait(false);
        // Blocking is short: it only ends a delay.
#pragma warning disable CA1849
        _over.Cancel();
#pragma warning restore CA1849
        await _cancelling.ConfigureAwait(false);
        _over.Dispose();
    }

    // An exception here must not reach the code that cancels; the watch ends the call then.
    private async Task CancelAsync(DbCommand command)
    {
        try
        {
            await Task.Delay(Delay, _over.Token).ConfigureAwait(false);
            command.Cancel();
        }
        catch (Exception exception) when (exception is OperationCanceledException or DbException or InvalidOperationException or NotSupportedException)
        {
        }
    }
}
