using System.Collections.Concurrent;
using System.Diagnostics;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Opens the operation's own connection: to the context's server and no other, encrypted if the context's is, with the settings of its session.</summary>
internal static class ConnectionOpener
{
    private static readonly RefusedSources Refused = new();

    // Whether "preferred" turned out to be encrypted. A server that offers TLS to the driver offers it to a second connection.
    private static readonly ConcurrentDictionary<string, bool> Encrypted = new(StringComparer.Ordinal);

    /// <summary>Opens the requested number of connections.</summary>
    /// <param name="context">The context's session.</param>
    /// <param name="server">The server.</param>
    /// <param name="count">How many.</param>
    /// <param name="isAsked">The caller insists, so an earlier refusal does not count.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <exception cref="ConnectionUnavailableException">There cannot be one; the message says why.</exception>
    public static async ValueTask<IOwnConnection> OpenAsync(ContextSession context, ServerFacts server, int count, bool isAsked, IOBehavior io, CancellationToken token)
    {
        if (!isAsked)
            Refused.Check(context.DataSource);
        SessionSettings wanted = await SessionSettings.ReadAsync(context, server, io, token).ConfigureAwait(false);
        bool encrypted = context.Settings.Tls == TlsMode.Preferred && await IsEncryptedAsync(context, io, token).ConfigureAwait(false);
        PipelineSettings settings = SettingsOf(context.Settings, wanted.Database.Length == 0 ? null : wanted.Database, encrypted);
        List<PipelinedConnection> connections = [];
        try
        {
            for (int i = 0; i < count; i++)
                connections.Add(await OpenOneAsync(context, server, wanted, settings, io, token).ConfigureAwait(false));
            return connections is [var only] ? only : new ParallelConnections(connections);
        }
        catch (Exception exception)
        {
            foreach (PipelinedConnection connection in connections)
                await connection.DisposeAsync().ConfigureAwait(false);
            if (exception is ConnectionUnavailableException { IsForNow: true })
                throw;
            if (exception is PipelineUnsupportedException or PipelineBrokenException or ServerException or ProtocolException or ConnectionUnavailableException)
                throw Refused.Add(context.DataSource, "the operation's own connection", exception);
            throw;
        }
    }

    private static async ValueTask<PipelinedConnection> OpenOneAsync(
        ContextSession context, ServerFacts server, SessionSettings wanted, PipelineSettings settings, IOBehavior io, CancellationToken token)
    {
        PooledSession own = await SessionPool.RentAsync(settings, context.Settings.MaximumPoolSize, io, token).ConfigureAwait(false);
        try
        {
            // The handshake proves little: a server behind a network may go away at any time.
            using FlightWatch watch = new(own.Session.Abort, settings.ConnectTimeout, token);
            IEnumerable<string> setUp = await ProbeAsync(own, wanted, server).ConfigureAwait(false);
            return new(own, setUp, context);
        }
        catch (Exception exception)
        {
            await own.DiscardAsync().ConfigureAwait(false);
            if (exception is PipelineBrokenException)
                token.ThrowIfCancellationRequested();
            throw;
        }
    }

    private static async ValueTask<bool> IsEncryptedAsync(ContextSession context, IOBehavior io, CancellationToken token)
    {
        if (Encrypted.TryGetValue(context.DataSource, out bool known))
            return known;
        if (Encrypted.Count > 1_000)
            Encrypted.Clear();
        return Encrypted[context.DataSource] = await SessionSettings.IsEncryptedAsync(context, io, token).ConfigureAwait(false);
    }

    // A proxy may lead to another server, or answer pipelined statements in another order.
    private static async ValueTask<IEnumerable<string>> ProbeAsync(PooledSession own, SessionSettings wanted, ServerFacts server)
    {
        if (own.Initial is not { } initial)
        {
            PipelineSession session = own.Session;
            initial = SessionSettings.Of((await session.QueryAsync(SessionSettings.Query(server)).ConfigureAwait(false))[0]);
            Flight flight = session.StartFlight(FlightLimits.Default, new FlightOutcomes(0));
            PreparedStatement one = flight.Prepare("DO ?", []);
            PreparedStatement two = flight.Prepare("DO ?,?", []);
            await flight.CompleteAsync().ConfigureAwait(false);
            if ((one.Parameters, two.Parameters) != (1, 2))
                throw new ConnectionUnavailableException("a proxy answers pipelined statements out of order");
            flight.Close(one);
            flight.Close(two);
            own.Initial = initial;
        }

        if ((initial.Identity, initial.Database) != (wanted.Identity, wanted.Database))
            throw new ConnectionUnavailableException("the operation's own connection reached a different server, database or user than the context's");
        return initial.ToBecome(wanted, server);
    }

    /// <summary>The settings of a connection like the context's.</summary>
    public static PipelineSettings SettingsOf(ConnectionSettings from, string? database, bool encrypted) => new()
    {
        Host = from.Host,
        Port = from.Port,
        UnixSocket = from.IsUnixSocket ? from.Host : null,
        User = from.User,
        Password = from.Password ?? "",
        Database = database,
        Tls = encrypted ? TlsMode.Required : from.Tls ?? throw new UnreachableException("A connection string with an unknown SslMode is refused."),
        AuthorityFile = from.AuthorityFile,
        CertificateFile = from.CertificateFile,
        CertificateKeyFile = from.CertificateKeyFile,
        CertificatePassword = from.CertificatePassword,
        AllowPublicKeyRetrieval = from.AllowPublicKeyRetrieval,
        ServerPublicKeyFile = from.ServerPublicKeyFile,
        ConnectTimeout = from.ConnectTimeout,
    };
}
