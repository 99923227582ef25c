using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.ByQuery.Throttling;

/// <summary>Lets a call by query wait between two batches while a replica lags, or the server is busy.</summary>
/// <param name="context">The context.</param>
/// <param name="limits">The limits.</param>
/// <param name="io">The mode.</param>
/// <param name="token">Cancels.</param>
internal sealed class Throttle(DbContext context, ThrottleLimits limits, IOBehavior io, CancellationToken token)
{
    // What is asked changes slowly, and short batches would ask more than they change.
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private long? _asked;

    /// <summary>The time that the call has waited.</summary>
    public TimeSpan Waited { get; private set; }

    /// <summary>Waits until the call may go on.</summary>
    /// <param name="waits">Receives what it waits for, each time that it has asked.</param>
    /// <exception cref="WaitedTooLongException">It would wait longer than it may, or a replica is none.</exception>
    public async ValueTask WaitAsync(Action<string> waits)
    {
        if (!limits.AreSet || (_asked is { } asked && Stopwatch.GetElapsedTime(asked) < Interval))
            return;
        long began = Stopwatch.GetTimestamp();
        while (await ReasonAsync().ConfigureAwait(false) is { } reason)
        {
            if (limits.MaxWait != Timeout.InfiniteTimeSpan && Stopwatch.GetElapsedTime(began) >= limits.MaxWait)
                throw new WaitedTooLongException(string.Create(CultureInfo.InvariantCulture, $"it has waited for {limits.MaxWait.TotalSeconds:0.###} s, and {reason}"));
            waits(reason);
            _asked = Stopwatch.GetTimestamp();
            await io.DelayAsync(Interval, token).ConfigureAwait(false);
            Waited += Stopwatch.GetElapsedTime(_asked.Value);
        }

        _asked = Stopwatch.GetTimestamp();
    }

    private async ValueTask<string?> ReasonAsync()
    {
        if (limits.MaxRunningThreads is { } most)
        {
            string running = await context.Database.ReadValueAsync<string>("SHOW GLOBAL STATUS LIKE 'Threads_running'", [], io, token).ConfigureAwait(false);
            if (long.Parse(running, CultureInfo.InvariantCulture) > most)
                return $"{running} threads of the server are running";
        }

        for (int i = 0; i < limits.Replicas.Count; i++)
        {
            if (await ReasonAsync(i).ConfigureAwait(false) is { } reason)
                return reason;
        }

        return null;
    }

    private async ValueTask<string?> ReasonAsync(int index)
    {
        DbConnection connection = (DbConnection)Activator.CreateInstance(context.Database.GetDbConnection().GetType())!;
        connection.ConnectionString = limits.Replicas[index];
        string name = string.Create(CultureInfo.InvariantCulture, $"replica {index + 1} ({connection.DataSource})");
        try
        {
            await connection.OpenAsync(io, token).ConfigureAwait(false);
            ReplicaLag lag = await ReplicaLag.ReadAsync(connection, io, token).ConfigureAwait(false);
            return !lag.IsReplica ? throw new WaitedTooLongException($"{name} is not a replica")
                : lag.Time is not { } time ? $"{name} does not replicate"
                : time > limits.MaxReplicaLag ? string.Create(CultureInfo.InvariantCulture, $"{name} lags by {time.TotalSeconds:0.0} s")
                : null;
        }
        catch (Exception exception) when (DriverFailure.Find(exception) is { } driver && !token.IsCancellationRequested)
        {
            // One that does not answer at first is more likely a mistake in its connection string.
            return _asked is null ? throw new WaitedTooLongException($"{name} cannot be asked: {driver.Message.TrimEnd('.')}") : $"{name} cannot be asked: {driver.Message.TrimEnd('.')}";
        }
        finally
        {
            await connection.DisposeAsync(io).ConfigureAwait(false);
        }
    }
}
