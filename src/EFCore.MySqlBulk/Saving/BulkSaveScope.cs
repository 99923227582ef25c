using System.Data;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Transactions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Update;
using Microsoft.Extensions.DependencyInjection;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Makes <c>SaveChanges</c> of a context send in bulk until the scope is disposed.</summary>
internal readonly struct BulkSaveScope : IDisposable
{
    private readonly DbContext _context;
    private readonly SaveMode _mode;
    private readonly bool _wasOn;
    private readonly bool _wasOpen;
    private readonly bool _ownsTransaction;

    private BulkSaveScope(DbContext context, SaveMode mode)
    {
        _context = context;
        _mode = mode;
        _wasOpen = context.Database.GetDbConnection().State == ConnectionState.Open;
        _ownsTransaction = TransactionKinds.Of(context.Database) == TransactionKind.Own;
        _wasOn = mode.IsOn;
        mode.IsOn = true;
        mode.CommitsByItself = false;
    }

    /// <exception cref="InvalidOperationException">The context's options do not allow it.</exception>
    public static BulkSaveScope Begin(DbContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        IServiceProvider services = ((IInfrastructure<IServiceProvider>)context).Instance;
        if (services.GetService<SaveMode>() is not { } mode)
            throw new InvalidOperationException($"SaveChanges of {context.GetType().Name} cannot send in bulk, because its options lack UseMySqlBulk(): add it after UseMySql(…).");
        if (services.GetService<IModificationCommandBatchFactory>() is not BulkCommandBatchFactory)
            throw new InvalidOperationException($"SaveChanges of {context.GetType().Name} cannot send in bulk, because ReplaceService has replaced IModificationCommandBatchFactory. Remove that replacement.");
        AcceptedProvider.Check(context, ContextDefaults.Of(services));
        return new(context, mode);
    }

    /// <summary>Saves, and again if the server took no changes or has failed without storing anything, so that another one of the connection string may take them.</summary>
    /// <param name="accepts">Whether the tracker accepts the changes.</param>
    /// <exception cref="DbUpdateException">The failure of <c>SaveChanges</c>, with a <see cref="BulkException" /> inside; other exceptions are thrown as they are.</exception>
    public int Save(bool accepts)
    {
        DbContext context = _context;
        return SaveAsync(() => new(context.SaveChanges(accepts)), IOBehavior.Synchronous, default).Completed();
    }

    /// <inheritdoc cref="Save" />
    public ValueTask<int> SaveAsync(bool accepts, CancellationToken token)
    {
        DbContext context = _context;
        return SaveAsync(() => new(context.SaveChangesAsync(accepts, token)), IOBehavior.Asynchronous, token);
    }

    private async ValueTask<int> SaveAsync(Func<ValueTask<int>> save, IOBehavior io, CancellationToken token)
    {
        Failover? failover = null;
        for (int tries = 1; ; tries++)
        {
            try
            {
                return await save().ConfigureAwait(false);
            }
            catch (Exception exception) when (!token.IsCancellationRequested)
            {
                bool isKept = await LetGoAsync(io).ConfigureAwait(false);
                if (SaveFailure.InBulk(_context, exception, _mode.CommitsByItself, isKept) is not { } failure)
                    throw;
                if (failure.InnerException is not BulkException inside || TransactionKinds.Of(_context.Database) != TransactionKind.Own)
                    throw failure;
                failover ??= Failover.Of(_context, _context.Database.CreateExecutionStrategy().RetriesOnFailure);
                if (!Retry.IsOfTheServer(inside, _wasOpen, failover, tries))
                    throw failure;
                await Retry.WaitAsync(inside, _context, tries, io).ConfigureAwait(false);
            }
        }
    }

    public void Dispose() => _mode.IsOn = _wasOn;

    // A Galera member that is cut off refuses COMMIT and then ROLLBACK, and EF Core keeps the transaction: everything that follows would fail, disposing of the context too. The server ends it with the connection.
    private async ValueTask<bool> LetGoAsync(IOBehavior io)
    {
        if (!_ownsTransaction || _context.Database.CurrentTransaction is null)
            return false;
        BrokenConnection connection = new(_context.Database, isInCallersTransaction: false);
        await io.JoinAsync(connection.CloseAsync()).ConfigureAwait(false);
        connection.Leave();
        return true;
    }
}
