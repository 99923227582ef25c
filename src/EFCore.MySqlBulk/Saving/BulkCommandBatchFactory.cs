using EFCore.MySqlBulk.Execution;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Makes the batches of <c>SaveChanges</c>: the provider's own, or, if the context saves in bulk, batches that take all commands that EF Core has for them.</summary>
internal sealed class BulkCommandBatchFactory(ICurrentDbContext context, SaveMode mode, MySqlBulkDefaults defaults, ProviderBatches provider) : IModificationCommandBatchFactory
{
    public ModificationCommandBatch Create()
    {
        if (!mode.IsOn && !defaults.BulkSaveChanges)
            return provider.Create();
        AcceptedProvider.Check(context.Context, defaults);
        return new BulkCommandBatch(context.Context, mode, provider, defaults);
    }
}
