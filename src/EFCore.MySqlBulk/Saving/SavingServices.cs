using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Update;
using Microsoft.Extensions.DependencyInjection;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Adds what <c>SaveChanges</c> in bulk needs to EF Core's services of a context.</summary>
internal static class SavingServices
{
    /// <summary>Puts our batch factory in the place of the provider's. The provider may have added its own before, or comes later and then finds the place taken.</summary>
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
