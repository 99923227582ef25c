using System.Data.Common;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Ends a flight that was cancelled, takes too long or goes on in vain. Nothing more is sent, and <c>KILL QUERY</c> ends one statement after the other until
/// all are answered. If answers are still missing after that, the connection is closed.</summary>
/// <param name="session">The context's session.</param>
/// <param name="fail">Marks the driver's connection as broken.</param>
internal sealed class FlightKill(ContextSession session, Action fail)
{
    // A statement that a late KILL hits instead of the caller's next one.
    private const string Absorb = "DO SLEEP(0)";
    private readonly TaskCompletionSource _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Flight? _flight;
    private Task _killing = Task.CompletedTask;

    /// <summary>Whether the kill has begun.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>The flight to end.</summary>
    public void Follow(Flight flight)
    {
        _flight = flight;
        if (HasBegun)
            flight.Stop();
    }

    /// <summary>Begins to kill, on another thread.</summary>
    public void Begin()
    {
        HasBegun = true;
        _flight?.Stop();
        _killing = Task.Run(KillAsync);
    }

    /// <summary>Ends the kill after all answers have been read, or the connection is closed. No KILL is sent after this.</summary>
    public async ValueTask EndAsync(IOBehavior io)
    {
        _drained.TrySetResult();
        await io.JoinAsync(_killing).ConfigureAwait(false);
    }

    /// <summary>The same, and runs a statement that a KILL would hit which the server has yet to act on.</summary>
    public async ValueTask EndAsync(PipelineSession pipeline, IOBehavior io)
    {
        await EndAsync(io).ConfigureAwait(false);
        if (!HasBegun)
            return;
        try
        {
            await pipeline.QueryAsync(Absorb).ConfigureAwait(false);
        }
        catch (ServerException error) when (error.Number == ServerError.QueryInterrupted)
        {
            // The KILL has not hit another statement.
        }
    }

    private async Task KillAsync()
    {
        long until = Environment.TickCount64 + (long)ConnectionWatch.Patience.TotalMilliseconds;
        Task killing = session.Killer is { } killer ? killer.KillAsync(_drained.Task, ConnectionWatch.Patience) : Task.CompletedTask;
        await Task.WhenAny(killing, Task.Delay(ConnectionWatch.Patience)).ConfigureAwait(false);
        try
        {
            if (killing.IsCompleted)
                await killing.ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException or TimeoutException or IOException or System.Net.Sockets.SocketException)
        {
            Log.KillFailed(session.Logger, exception.GetType().Name);
        }

        TimeSpan rest = TimeSpan.FromMilliseconds(Math.Max(0, until - Environment.TickCount64));
        if (await Task.WhenAny(_drained.Task, Task.Delay(rest)).ConfigureAwait(false) == _drained.Task && killing.IsCompleted)
            return;
        // A KILL that is still being sent must not hit the connection's next statement.
        fail();
        session.GiveUp();
    }
}
