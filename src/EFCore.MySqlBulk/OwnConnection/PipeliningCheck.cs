using System.Collections.Concurrent;
using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.DriverStreams;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.Ending;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Tries pipelining once for each data source, before the first rows, on a short connection of the driver: a server or a proxy that answers
/// statements in flight out of order, or not at all, must not break the context's connection. The driver's own commands have to work
/// afterwards.</summary>
internal static class PipeliningCheck
{
    private const int MaxKept = 1_000;
    private static readonly RefusedSources Refused = new();
    private static readonly ConcurrentDictionary<string, bool> Passed = new(StringComparer.Ordinal);

    /// <param name="session">The context's session.</param>
    /// <param name="isRequested">Whether the caller has forced pipelining, so that it is tried again after an earlier refusal.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <exception cref="ConnectionUnavailableException">Pipelining is not possible; the message says why.</exception>
    public static async ValueTask CheckAsync(ContextSession session, bool isRequested, IOBehavior io, CancellationToken token)
    {
        if (Passed.ContainsKey(session.DataSource))
            return;
        if (!isRequested)
            Refused.Check(session.DataSource);
        try
        {
            if (await TryAsync(session, io, token).ConfigureAwait(false) is { } problem)
                throw Refused.Add(session.DataSource, "a trial of pipelining", new ConnectionUnavailableException(problem));
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException or TimeoutException or IOException or System.Net.Sockets.SocketException)
        {
            token.ThrowIfCancellationRequested();
            if (exception.InnerException is TimeoutException)
                throw Refused.Add(session.DataSource, "a trial of pipelining", exception);
            // A network failure is temporary: the next call tries again.
            throw new ConnectionUnavailableException($"a trial of pipelining failed: {exception.Message.TrimEnd('.')}", exception as DbException ?? new BrokenConnectionException(exception));
        }

        if (Passed.Count > MaxKept)
            Passed.Clear();
        Passed[session.DataSource] = true;
    }

    private static async ValueTask<string?> TryAsync(ContextSession session, IOBehavior io, CancellationToken token)
    {
        if (session.Second is not { } second)
            return "the driver does not expose the server's connection id, so its statements could not be stopped";
        DbConnection connection = await OpenAsync(session, second, io, token).ConfigureAwait(false);
        try
        {
            if (DriverStreamFinder.Find(connection, DriverConnection.Unwrap, out string? obstacle) is not { } stream)
                return obstacle;
            if (await TryAsync(stream, connection, session.Settings.ConnectTimeout, io, token).ConfigureAwait(false) is { } problem)
                return problem;
            return await io.WithinAsync(session.Settings.ConnectTimeout, () => IsInStep(connection)).ConfigureAwait(false) ? null : "the driver is out of step after its stream was borrowed";
        }
        finally
        {
            await FurtherConnection.CloseAsync(connection, io).ConfigureAwait(false);
        }
    }

    // A connection of a data source that provides its passwords can be opened only by the data source.
    private static async ValueTask<DbConnection> OpenAsync(ContextSession session, SecondConnection second, IOBehavior io, CancellationToken token)
    {
        DbConnection unpooled = second.Unpooled();
        try
        {
            await FurtherConnection.OpenAsync(unpooled, session.Settings.ConnectTimeout, io, token).ConfigureAwait(false);
            return unpooled;
        }
        catch (DbException exception) when (ServerError.IsAnswer(exception))
        {
            await FurtherConnection.CloseAsync(unpooled, io).ConfigureAwait(false);
        }

        DbConnection connection = second.Clone();
        await FurtherConnection.OpenAsync(connection, session.Settings.ConnectTimeout, io, token).ConfigureAwait(false);
        return connection;
    }

    private static async ValueTask<string?> TryAsync(DriverStream stream, DbConnection connection, TimeSpan limit, IOBehavior io, CancellationToken token)
    {
        stream.Begin();
        StreamTimeouts timeouts = new(stream.Stream);
        using PipelineSession pipeline = stream.StartPipeline(io.IsSynchronous());
        using FlightWatch watch = new(() => ConnectionSocket.Close(connection), limit, token);
        try
        {
            await StreamProbe.ConfirmAsync(stream, pipeline).ConfigureAwait(false);
            return await PipeliningProbe.RunAsync(pipeline).ConfigureAwait(false);
        }
        catch (PipelineBrokenException exception) when (watch.HasTimedOut)
        {
            throw new PipelineBrokenException(string.Create(CultureInfo.InvariantCulture, $"a proxy or the server did not answer pipelined statements within {limit.TotalSeconds:0.###} s"), new TimeoutException(exception.Message, exception));
        }
        finally
        {
            watch.Dispose();
            if (!pipeline.IsQuiet)
                stream.Fail(new IOException("Answers to pipelined statements are missing."));
            pipeline.Rest();
            timeouts.Restore();
            stream.End();
        }
    }

    private static bool IsInStep(DbConnection connection)
    {
        using DbCommand command = connection.CreateCommand();
        command.CommandText = "SELECT 20";
        return Convert.ToInt64(command.ExecuteScalar(), CultureInfo.InvariantCulture) == 20;
    }
}
