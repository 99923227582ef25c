using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.NewLife;

/// <summary>Opens one connection of NewLife.MySql for one operation: never pooled, never encrypted, never with autocommit.</summary>
internal sealed class NewLifeDriver : IArrayBatchDriver
{
    private readonly RefusedSources _refused = new();

    public static NewLifeDriver Instance { get; } = new();

    public string? Refusal(DbContext context, ContextSession session, ServerFacts server, bool isRequested) => NewLifeRefusal.Of(context, session, server, isRequested);

    public async ValueTask<IOwnConnection> OpenAsync(ContextSession context, ServerFacts server, IOBehavior io, CancellationToken token)
    {
        _refused.Check(context.DataSource);
        SessionSettings wanted = context.SettingsRead ?? await SessionSettings.ReadAsync(context, server, io, token).ConfigureAwait(false);
        string? problem = NewLifeRefusal.OfDatabase(wanted.Database) ?? await UnknownServer.FindAsync(context, io, token).ConfigureAwait(false)
            ?? (context.Settings.Tls != TlsMode.None && await SessionSettings.IsEncryptedAsync(context, io, token).ConfigureAwait(false) ? "NewLife.MySql cannot encrypt, and the context's session is encrypted" : null);
        if (problem is not null)
            throw new ConnectionUnavailableException(problem);
        try
        {
            DriverSession session = await DriverSession.OpenAsync(context.Settings, wanted.Database, io, token).ConfigureAwait(false);
            try
            {
                using FlightWatch watch = new(session.Abort, context.Settings.ConnectTimeout, token);
                await BecomeAsync(session, wanted, server).ConfigureAwait(false);
                return new NewLifeConnection(session, context);
            }
            catch
            {
                session.Abort();
                session.Close();
                token.ThrowIfCancellationRequested();
                throw;
            }
        }
        catch (Exception exception) when (exception is PipelineBrokenException or ServerException or ProtocolException or ConnectionUnavailableException)
        {
            throw _refused.Add(context.DataSource, "the connection of NewLife.MySql", exception);
        }
    }

    // The driver's handshake asks for three-byte UTF-8. The session state changes from one answer to the next, which shows whether the answers come in order.
    private static async Task BecomeAsync(DriverSession session, SessionSettings wanted, ServerFacts server)
    {
        await session.QueryAsync("SET NAMES utf8mb4").ConfigureAwait(false);
        SessionSettings initial = SessionSettings.Of((await session.QueryAsync(SessionSettings.Query(server)).ConfigureAwait(false))[0]);
        if ((initial.Identity, initial.Database) != (wanted.Identity, wanted.Database))
            throw new ConnectionUnavailableException("the connection of NewLife.MySql reached a different server, database or user than the context's");
        List<OkPacket> answers = await session.SetAsync(["SET autocommit=1", .. initial.ToBecome(wanted, server)]).ConfigureAwait(false);
        if ((answers[0].Status & ServerStatus.AutoCommit) == 0 || (answers[^1].Status & ServerStatus.AutoCommit) != 0)
            throw new ConnectionUnavailableException("a proxy answers pipelined statements out of order");
    }
}
