using System.Data.Common;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.TwoPhase;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Runs a recovery on a context's connection.</summary>
internal static class RecoveryCall
{
    public static IReadOnlyList<UnfinishedBulkCall> Find(DbContext context)
        => RunAsync(context, static calls => calls.FindAsync(), IOBehavior.Synchronous, default).Completed();

    public static Task<IReadOnlyList<UnfinishedBulkCall>> FindAsync(DbContext context, CancellationToken token)
        => RunAsync(context, static calls => calls.FindAsync(), IOBehavior.Asynchronous, token).AsTask();

    public static IReadOnlyList<UnfinishedBulkCall> End(DbContext context, TimeSpan keepDecisions)
        => EndAsync(context, keepDecisions, IOBehavior.Synchronous, default).Completed();

    public static Task<IReadOnlyList<UnfinishedBulkCall>> EndAsync(DbContext context, TimeSpan keepDecisions, CancellationToken token)
        => EndAsync(context, keepDecisions, IOBehavior.Asynchronous, token).AsTask();

    private static ValueTask<IReadOnlyList<UnfinishedBulkCall>> EndAsync(DbContext context, TimeSpan keepDecisions, IOBehavior io, CancellationToken token)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(keepDecisions, TimeSpan.Zero);
        return RunAsync(context, calls => calls.EndAsync(keepDecisions), io, token);
    }

    private static async ValueTask<IReadOnlyList<UnfinishedBulkCall>> RunAsync(
        DbContext context, Func<UnfinishedCalls, ValueTask<IReadOnlyList<UnfinishedBulkCall>>> work, IOBehavior io, CancellationToken token)
    {
        using ConcurrencyDetectorCriticalSectionDisposer? alone = ConcurrentUse.Enter(context);
        MySqlBulkDefaults defaults = ContextDefaults.Of(context);
        AcceptedProvider.Check(context, defaults);
        string name = defaults.DecisionTable ?? throw new InvalidOperationException("Unfinished calls are found by the table of their decisions, which the context does not name. Call UseMySqlBulk(o => o.DecisionTable(…)).");
        if (TransactionKinds.Of(context.Database) is TransactionKind.Joined or TransactionKind.Ambient)
            throw new InvalidOperationException("Unfinished calls cannot be ended inside a transaction. Commit it first, or use a context without one.");
        ContextSession session = new(context, timeout: null, ContextLog.Of(context), io);
        await session.OpenAsync(token).ConfigureAwait(false);
        try
        {
            Facts facts = await FactsReader.ReadAsync(session, withSettings: false, session.IO, token).ConfigureAwait(false);
            session.Identify(facts);
            List<long> readOnly = await session.QueryAsync("SELECT @@GLOBAL.read_only", ResultReader.Integer, session.IO, token).ConfigureAwait(false);
            if (readOnly[0] != 0)
                throw new InvalidOperationException("The server is read-only: its prepared transactions may be those of the server that it replicates. Connect to that one.");
            DecisionTable table = await DecisionTableCheck.FindAsync(session, facts.Session.Database, name, "UseMySqlBulk(o => o.DecisionTable(…))", session.IO, token).ConfigureAwait(false);
            bool hasXa = await DecisionTableCheck.ObstacleAsync(session, facts.Server, session.IO, token).ConfigureAwait(false) is null;
            return await work(new(session, facts.Server.Flavor, table, session.IO, token) { HasXa = hasXa }).ConfigureAwait(false);
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
            await session.CleanUp.RunAsync(session.CloseAsync).ConfigureAwait(false);
        }
    }
}
