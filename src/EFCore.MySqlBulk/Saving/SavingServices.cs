using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Update;
using Microsoft.Extensions.DependencyInjection;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Adds the services of <c>SaveChanges</c> in bulk to EF Core's services of a context.</summary>
internal static class SavingServices
{
    /// <summary>Registers our batch factory instead of the provider's: the provider may have registered its own before, or comes later and then does not.</summary>
    public static void Add(IServiceCollection services)
    {
        ServiceDescriptor? known = services.LastOrDefault(service => service.ServiceType == typeof(IModificationCommandBatchFactory));
        services.AddScoped<SaveMode>();
        services.AddScoped<IModificationCommandBatchFactory>(scope => new BulkCommandBatchFactory(
            scope.GetRequiredService<ICurrentDbContext>(),
            scope.GetRequiredService<SaveMode>(),
            ContextDefaults.Of(scope),
            ProviderBatches.Of(scope, known)));
    }
}
