using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>Runs a call by query on the context's connection.</summary>
internal static class QueryExecutor
{
    public static BulkResult Run<TEntity>(QueryRequest<TEntity> request) => RunAsync(request, IOBehavior.Synchronous, default).Completed();

    public static Task<BulkResult> RunAsync<TEntity>(QueryRequest<TEntity> request, CancellationToken token) => RunAsync(request, IOBehavior.Asynchronous, token).AsTask();

    private static async ValueTask<BulkResult> RunAsync<TEntity>(QueryRequest<TEntity> request, IOBehavior io, CancellationToken token)
    {
        IEntityType type = request.Source.EntityType;
        return (await BulkExecutor.ObserveAsync(request.Context, (request.Name, request.Name["Bulk".Length..], type.GetTableName(), type.DisplayName()), RunAsync, token).ConfigureAwait(false)).Result!;

        async ValueTask<AttemptResult> RunAsync(ContextLog logger)
        {
            foreach (BypassedHooks hooks in request.Bypassed)
                hooks.Tell(request.Context, logger);
            Log.OperationStarted(logger, request.Name, type.DisplayName(), BulkStrategy.None, $"in the order of {request.Order.Names}");
            return new(await RunConnectedAsync(request, logger, io, token).ConfigureAwait(false), null);
        }
    }

    private static async ValueTask<BulkResult> RunConnectedAsync<TEntity>(QueryRequest<TEntity> request, ContextLog logger, IOBehavior io, CancellationToken token)
    {
        CleanUp cleanUp = new(logger);
        int?[] timeouts = [.. request.Databases.Select(database => database.GetCommandTimeout())];
        int open = 0;
        try
        {
            for (; open < request.Databases.Count; open++)
                await OpenAsync(request, request.Databases[open], io, token).ConfigureAwait(false);
            await TransactionalTables.CheckAsync(request, io, token).ConfigureAwait(false);
            QueryBatches<TEntity> batches = new(request, logger, io, token);
            return request.IsWhole
                ? await OneAttempt.RunAsync(request.Context, () => RunWholeAsync(request, batches, cleanUp, io, token), io).ConfigureAwait(false)
                : await batches.RunAsync().ConfigureAwait(false);
        }
        finally
        {
            while (open-- > 0)
            {
                DatabaseFacade database = request.Databases[open];
                database.SetCommandTimeout(timeouts[open]);
                await cleanUp.RunAsync(() => database.CloseAsync(io)).ConfigureAwait(false);
            }
        }
    }

    private static async ValueTask OpenAsync<TEntity>(QueryRequest<TEntity> request, DatabaseFacade database, IOBehavior io, CancellationToken token)
    {
        try
        {
            await database.OpenAsync(io, token).ConfigureAwait(false);
        }
        catch (Exception exception) when (DriverFailure.Find(exception) is { } driver)
        {
            throw DriverFailure.Report($"{request.Name} could not connect to the server: {driver.Message.TrimEnd('.')}. Nothing from this call is stored.", driver);
        }

        if (request.Options.Timeout is { } limit)
            database.SetCommandTimeout(CommandTimeouts.Of(limit));
    }

    private static async ValueTask<BulkResult> RunWholeAsync<TEntity>(QueryRequest<TEntity> request, QueryBatches<TEntity> batches, CleanUp cleanUp, IOBehavior io, CancellationToken token)
    {
        DatabaseFacade database = request.Context.Database;
        if (TransactionKinds.Of(database) != TransactionKind.Own)
            return await batches.RunAsync().ConfigureAwait(false);
        IDbContextTransaction transaction = await database.BeginAsync(request.Isolation, io, token).ConfigureAwait(false);
        try
        {
            BulkResult result = await batches.RunAsync().ConfigureAwait(false);
            try
            {
                await transaction.CommitAsync(io).ConfigureAwait(false);
            }
            catch (Exception exception) when (DriverFailure.Find(exception) is { } driver)
            {
                throw batches.Failed(driver, QueryFailure.IsKnown(driver) ? Outcome.NothingSent : Outcome.CommitNotKnown);
            }

            return result;
        }
        finally
        {
            // What is not committed is rolled back.
            await cleanUp.RunAsync(() => transaction.DisposeAsync(io)).ConfigureAwait(false);
        }
    }
}
