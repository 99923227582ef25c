using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.DependencyInjection;

namespace EFCore.MySqlBulk.IntegrationTests.Values.Spatial;

/// <summary>Lets a provider map <see cref="Place" />, wherever a value of it appears.</summary>
internal sealed class PlaceTypes : IDbContextOptionsExtension
{
    public DbContextOptionsExtensionInfo Info => new PlaceTypesInfo(this);

    /// <summary>Adds it to a context's options.</summary>
    public static void AddTo(DbContextOptionsBuilder options) => ((IDbContextOptionsBuilderInfrastructure)options).AddOrUpdateExtension(new PlaceTypes());

    public void ApplyServices(IServiceCollection services) => services.AddSingleton<IRelationalTypeMappingSourcePlugin, Plugin>();

    public void Validate(IDbContextOptions options)
    {
    }

    private sealed class Plugin : IRelationalTypeMappingSourcePlugin
    {
        public RelationalTypeMapping? FindMapping(in RelationalTypeMappingInfo mappingInfo) => mappingInfo.ClrType == typeof(Place) ? new PlaceMapping(mappingInfo.StoreTypeName ?? "geometry") : null;
    }

    private sealed class PlaceTypesInfo(IDbContextOptionsExtension extension) : DbContextOptionsExtensionInfo(extension)
    {
        public override bool IsDatabaseProvider => false;

        public override string LogFragment => "";

        public override int GetServiceProviderHashCode() => 0;

        public override bool ShouldUseSameServiceProvider(DbContextOptionsExtensionInfo other) => other is PlaceTypesInfo;

        public override void PopulateDebugInfo(IDictionary<string, string> debugInfo)
        {
        }
    }
}
