using System.Data.Common;
using System.Runtime.ExceptionServices;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Sql;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Reading;

/// <summary>Reads over the stream of the context's connection, in a transaction, with the next statement in flight while rows arrive. EF Core's
/// compiled query materializes the entities. After any failure the caller can run the query by EF Core: entities that are tracked already are
/// returned again.</summary>
internal sealed class PipelinedRead<TEntity>(DbContext context, IEntityType entityType, bool isRequested)
    where TEntity : class
{
    // A server that is blocked writing rows reads no statement, so the next one has to fit into the buffers of client and server.
    private const int LongestBehindAnother = 48 * 1024;
    private static readonly FlightLimits Limits = new() { Statements = 2, RequestBytes = 128 * 1024 };

    /// <summary>Why pipelining is not possible, as far as it is known before anything is sent; <see langword="null" /> if no reason is known.</summary>
    public string? Obstacle => PipeliningObstacle.BeforeOpening(context, isRequested) ?? ConnectionSettings.Of(context.Database).ReadingRefusal ?? ReadableColumns.Obstacle(entityType, IsConnectorNet);

    private bool IsConnectorNet => ConnectorNet.Find(context.Database.GetDbConnection()) is not null;

    /// <summary>Reads.</summary>
    /// <param name="query">The query of a list.</param>
    /// <param name="batches">The lists.</param>
    /// <param name="take">Receives the entity of a row.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <returns>Why pipelining failed; <see langword="null" /> if everything was read.</returns>
    public async ValueTask<string?> ReadAsync(
        Func<string, IQueryable<FoundRow<TEntity>>> query, IEnumerable<KeyBatch> batches, Action<FoundRow<TEntity>, KeyBatch> take, IOBehavior io, CancellationToken token)
    {
        using ConcurrencyDetectorCriticalSectionDisposer? alone = ConcurrentUse.Enter(context);
        string anyList = Guid.NewGuid().ToString("N");
        if (CompiledQuery<FoundRow<TEntity>>.Of(query(anyList)) is not { } compiled)
            return "EF Core does not run the query as one statement";
        if (TextOf(compiled, anyList) is not { } text)
            return "only the driver knows how to write the query's parameters";
        ContextSession session = new(context, null, ContextLog.Of(context), io);
        await session.OpenAsync(token).ConfigureAwait(false);
        try
        {
            Facts facts = await FactsReader.ReadAsync(session, withSettings: false, session.IO, token).ConfigureAwait(false);
            session.Identify(facts);
            if (PipeliningObstacle.Of(context, session, facts, isRequested) is { } refusal)
                return refusal;
            await PipeliningCheck.CheckAsync(session, isRequested, session.IO, token).ConfigureAwait(false);
            await FlyAsync(session, facts, text, compiled, batches, take, token).ConfigureAwait(false);
            return null;
        }
        finally
        {
            await session.CleanUp.RunAsync(session.CloseAsync).ConfigureAwait(false);
        }
    }

    private static CommandText? TextOf(CompiledQuery<FoundRow<TEntity>> compiled, string anyList)
    {
        using DbCommand command = compiled.CreateCommand();
        return CommandText.Of(command, anyList);
    }

    // The caller's transaction is not ended.
    private async ValueTask FlyAsync(
        ContextSession session, Facts facts, CommandText text, CompiledQuery<FoundRow<TEntity>> compiled, IEnumerable<KeyBatch> batches, Action<FoundRow<TEntity>, KeyBatch> take,
        CancellationToken token)
    {
        bool isOwn = TransactionKinds.Of(context.Database) == TransactionKind.Own;
        ContextFlights flights = new(session, facts.Server, TransactionKinds.CanSwitchAutocommitIn(context.Database)) { ReadsTexts = true };
        IDbContextTransaction? own = isOwn ? await context.Database.BeginAsync(session.IO, token).ConfigureAwait(false) : null;
        try
        {
            await FlyAsync(flights, text, compiled, batches, take, session.IO, token).ConfigureAwait(false);
            if (own is not null)
                await own.CommitAsync(session.IO).ConfigureAwait(false);
        }
        finally
        {
            if (own is not null)
                await session.CleanUp.RunAsync(() => own.DisposeAsync(session.IO)).ConfigureAwait(false);
            await session.CleanUp.RunAsync(() => flights.DisposeAsync(session.IO)).ConfigureAwait(false);
        }
    }

    private async ValueTask FlyAsync(
        ContextFlights flights, CommandText text, CompiledQuery<FoundRow<TEntity>> compiled, IEnumerable<KeyBatch> batches, Action<FoundRow<TEntity>, KeyBatch> take, IOBehavior io,
        CancellationToken token)
    {
        FlightOutcomes outcomes = new(0);
        ExceptionDispatchInfo? failure = null;
        bool isKnown = false;
        int keys = 0;
        await flights.FlyAsync(outcomes, new(SendAsync), () => new($"SELECT {entityType.GetTableName()}", keys, 0, 0), io, token, Limits).ConfigureAwait(false);
        failure?.Throw();
        if (outcomes.Error is not null)
            throw outcomes.Error;

        async ValueTask SendAsync(Flight flight)
        {
            outcomes.First = flight.Position;
            foreach (KeyBatch batch in batches)
            {
                string statement = text.With(batch.List);
                if (statement.Length > LongestBehindAnother)
                    await flight.CompleteAsync().ConfigureAwait(false);
                if (flight.HasFailed || failure is not null)
                    break;
                flight.Query(statement, new RowStream(reader => Take(reader, batch)));
                keys += batch.Places.Count;
                await flight.PumpAsync().ConfigureAwait(false);
            }
        }

        void Take(DbDataReader reader, KeyBatch batch)
        {
            if (failure is not null)
                return;
            try
            {
                token.ThrowIfCancellationRequested();
                isKnown = isKnown || (ReadableColumns.HasObstacle(reader, IsConnectorNet) ? throw new UnreadableRowException() : true);
                take(compiled.Item(reader), batch);
            }
            catch (Exception exception)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }
        }
    }
}
