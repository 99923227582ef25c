using System.Data.Common;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.TwoPhase;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Runs a recovery on a context's connection, or on those of shards.</summary>
internal static class RecoveryCall
{
    private static readonly TimeSpan Day = TimeSpan.FromDays(1);

    public static IReadOnlyList<UnfinishedBulkCall> Find(DbContext context) => FindAsync(context, null, IOBehavior.Synchronous, default).Completed();

    public static Task<IReadOnlyList<UnfinishedBulkCall>> FindAsync(DbContext context, CancellationToken token) => FindAsync(context, null, IOBehavior.Asynchronous, token).AsTask();

    public static IReadOnlyList<UnfinishedBulkCall> End(DbContext context, TimeSpan? keepDecisions) => EndAsync(context, null, keepDecisions, IOBehavior.Synchronous, default).Completed();

    public static Task<IReadOnlyList<UnfinishedBulkCall>> EndAsync(DbContext context, TimeSpan? keepDecisions, CancellationToken token)
        => EndAsync(context, null, keepDecisions, IOBehavior.Asynchronous, token).AsTask();

    /// <param name="decisions">The context that names the table of the decisions.</param>
    /// <param name="shards">The contexts of the shards; <see langword="null" /> for calls on the context of the decisions.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public static ValueTask<IReadOnlyList<UnfinishedBulkCall>> FindAsync(DbContext decisions, IEnumerable<DbContext>? shards, IOBehavior io, CancellationToken token)
        => RunAsync(decisions, shards, static calls => calls.FindAsync(), io, token);

    /// <summary>Ends unfinished calls.</summary>
    /// <param name="decisions">The context that names the table of the decisions.</param>
    /// <param name="shards">The contexts of the shards; <see langword="null" /> for calls on the context of the decisions.</param>
    /// <param name="keepDecisions">The age from which decisions are deleted; <see langword="null" /> for a day.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public static ValueTask<IReadOnlyList<UnfinishedBulkCall>> EndAsync(DbContext decisions, IEnumerable<DbContext>? shards, TimeSpan? keepDecisions, IOBehavior io, CancellationToken token)
    {
        TimeSpan keep = keepDecisions ?? Day;
        ArgumentOutOfRangeException.ThrowIfLessThan(keep, TimeSpan.Zero, nameof(keepDecisions));
        return RunAsync(decisions, shards, calls => calls.EndAsync(keep), io, token);
    }

    private static async ValueTask<IReadOnlyList<UnfinishedBulkCall>> RunAsync(
        DbContext decisions, IEnumerable<DbContext>? shards, Func<UnfinishedCalls, ValueTask<IReadOnlyList<UnfinishedBulkCall>>> work, IOBehavior io, CancellationToken token)
    {
        List<DecisionPlace> open = [];
        try
        {
            if (ContextDefaults.Of(decisions).DecisionTable is null)
                throw new InvalidOperationException("Unfinished calls are found by the table of their decisions, which the context does not name. Call UseMySqlBulk(o => o.DecisionTable(…)).");
            DecisionPlace place = await DecisionPlace.OpenAsync(decisions, "The recovery of unfinished calls", io, token).ConfigureAwait(false);
            open.Add(place);
            foreach (DbContext shard in shards ?? [])
                open.Add(await DecisionPlace.OpenServerAsync(shard, io, token).ConfigureAwait(false));
            DecisionPlace[] servers = [.. (shards is null ? open : open.Skip(1)).DistinctBy(each => each.Facts.Server.Identity)];
            List<BranchServer> withBranches = [];
            foreach (DecisionPlace server in servers)
            {
                await CheckWritableAsync(server, token).ConfigureAwait(false);
                if (await DecisionTableCheck.ObstacleAsync(server.Session, server.Facts.Server, server.Session.IO, token).ConfigureAwait(false) is null)
                    withBranches.Add(new(server.Session, server.Facts.Server.Flavor));
            }

            DecisionTable table = shards is null ? place.Table : await place.ForShardsAsync(token).ConfigureAwait(false);
            return await work(new(place.Session, withBranches, table, place.Session.IO, token)).ConfigureAwait(false);
        }
        catch (DbException exception) when (token.IsCancellationRequested && ServerError.MayBeInterruption(exception))
        {
            throw new OperationCanceledException("The search for unfinished calls was cancelled.", exception, token);
        }
        catch (Exception exception) when (exception is DbException or StatementTimeoutException)
        {
            throw DriverFailure.Report($"Unfinished calls could not be ended: {exception.Message.TrimEnd('.')}. Try again.", exception);
        }
        finally
        {
            foreach (DecisionPlace place in open)
                await place.DisposeAsync().ConfigureAwait(false);
        }
    }

    private static async ValueTask CheckWritableAsync(DecisionPlace server, CancellationToken token)
    {
        List<long> readOnly = await server.Session.QueryAsync("SELECT @@GLOBAL.read_only", ResultReader.Integer, server.Session.IO, token).ConfigureAwait(false);
        if (readOnly[0] != 0)
            throw new InvalidOperationException("The server is read-only: its prepared transactions may be those of the server that it replicates. Connect to that one.");
    }
}
