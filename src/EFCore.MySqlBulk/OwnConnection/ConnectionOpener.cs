using System.Data.Common;
using EFCore.MySqlBulk.DriverStreams;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.Ending;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.TwoPhase;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Opens further connections like the context's: with its driver, the driver's pool and callbacks, to the same server, with the same session settings.</summary>
internal static class ConnectionOpener
{
    // A name that stands for several servers leads to each of them in turn, or to one at random.
    private const int MaxTries = 10;

    /// <summary>Opens the requested number of connections.</summary>
    /// <param name="context">The context's session.</param>
    /// <param name="server">The server.</param>
    /// <param name="count">How many.</param>
    /// <param name="together">Commits them together; <see langword="null" /> if they commit one after the other.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <exception cref="ConnectionUnavailableException">Not all connections can be opened; the message says why.</exception>
    public static async ValueTask<IOwnConnection> OpenAsync(ContextSession context, ServerFacts server, int count, TwoPhaseCommit? together, IOBehavior io, CancellationToken token)
    {
        SessionSettings wanted = context.SettingsRead ?? await SessionSettings.ReadAsync(context, server, io, token).ConfigureAwait(false);
        List<PipelinedConnection> connections = [];
        try
        {
            for (int i = 0; i < count; i++)
            {
                connections.Add(await OpenOneAsync(context, server, wanted, io, token).ConfigureAwait(false));
                if (together is not null)
                    connections[i].BeginAs(new(together.Call, i + 1));
            }

            return new ParallelConnections(connections, together);
        }
        catch
        {
            foreach (PipelinedConnection connection in connections)
                await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    // Connections to other servers are kept until the right one is found; the driver's pool would give them again.
    private static async ValueTask<PipelinedConnection> OpenOneAsync(ContextSession context, ServerFacts server, SessionSettings wanted, IOBehavior io, CancellationToken token)
    {
        List<PipelinedConnection> others = [];
        try
        {
            for (int tries = 1; ; tries++)
            {
                PipelinedConnection connection = await OpenAnyAsync(context, io, token).ConfigureAwait(false);
                try
                {
                    await connection.BeginAsync(wanted, server, io, token).ConfigureAwait(false);
                    return connection;
                }
                catch (OtherServerException) when (tries < MaxTries)
                {
                    others.Add(connection);
                }
                catch (Exception exception)
                {
                    others.Add(connection);
                    if (exception is PipelineBrokenException or ServerException or ProtocolException)
                        throw Failed(exception);
                    throw;
                }
            }
        }
        finally
        {
            foreach (PipelinedConnection other in others)
                await other.DisposeAsync().ConfigureAwait(false);
        }
    }

    private static async ValueTask<PipelinedConnection> OpenAnyAsync(ContextSession context, IOBehavior io, CancellationToken token)
    {
        DbConnection opened = context.Second?.Clone() ?? throw new ConnectionUnavailableException("the driver does not expose the server's connection id");
        try
        {
            await FurtherConnection.OpenAsync(opened, context.Settings.ConnectTimeout, io, token).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is DbException or TimeoutException or InvalidOperationException && !token.IsCancellationRequested)
        {
            await FurtherConnection.CloseAsync(opened, io).ConfigureAwait(false);
            throw new ConnectionUnavailableException($"the driver could not open a further connection: {exception.Message.TrimEnd('.')}", exception as DbException ?? new BrokenConnectionException(exception));
        }

        try
        {
            DriverStream stream = DriverStreamFinder.Find(opened, DriverConnection.Unwrap, out string? obstacle) ?? throw new ConnectionUnavailableException(obstacle!);
            return new(opened, stream, context, io);
        }
        catch (Exception exception)
        {
            await FurtherConnection.CloseAsync(opened, io).ConfigureAwait(false);
            if (exception is PipelineBrokenException or ServerException or ProtocolException)
                throw Failed(exception);
            throw;
        }
    }

    private static ConnectionUnavailableException Failed(Exception exception) => new($"a further connection failed: {exception.Message.TrimEnd('.')}", exception);
}
