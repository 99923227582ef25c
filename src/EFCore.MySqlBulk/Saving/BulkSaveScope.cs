using EFCore.MySqlBulk.Execution;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Update;
using Microsoft.Extensions.DependencyInjection;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Makes <c>SaveChanges</c> of a context send in bulk until the scope is disposed.</summary>
internal readonly struct BulkSaveScope : IDisposable
{
    private readonly SaveMode _mode;
    private readonly bool _wasOn;

    private BulkSaveScope(SaveMode mode)
    {
        _mode = mode;
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
        return new(mode);
    }

    /// <summary>The exception that the caller sees for a failure of <c>SaveChanges</c>, with a <see cref="BulkException" /> inside;
    /// <see langword="null" /> for exceptions that are thrown as they are.</summary>
    public DbUpdateException? FailureOf(DbContext context, Exception exception) => SaveFailure.InBulk(context, exception, _mode.CommitsByItself);

    public void Dispose() => _mode.IsOn = _wasOn;
}
