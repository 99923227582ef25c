using System.Globalization;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.Extensions.DependencyInjection;

namespace EFCore.MySqlBulk;

/// <summary>Carries a context's defaults in its options. Registers no service, so it never makes EF Core build another service provider.</summary>
internal sealed class MySqlBulkOptionsExtension(MySqlBulkDefaults defaults) : IDbContextOptionsExtension
{
    private DbContextOptionsExtensionInfo? _info;

    public MySqlBulkDefaults Defaults { get; } = defaults;

    public DbContextOptionsExtensionInfo Info => _info ??= new ExtensionInfo(this);

    public void ApplyServices(IServiceCollection services)
    {
    }

    public void Validate(IDbContextOptions options)
    {
    }

    private sealed class ExtensionInfo(MySqlBulkOptionsExtension extension) : DbContextOptionsExtensionInfo(extension)
    {
        public override bool IsDatabaseProvider => false;

        public override string LogFragment
            => string.Create(CultureInfo.InvariantCulture, $"MySqlBulk(BatchRows={extension.Defaults.BatchRows}, Timeout={extension.Defaults.Timeout}) ");

        public override int GetServiceProviderHashCode() => 0;

        public override bool ShouldUseSameServiceProvider(DbContextOptionsExtensionInfo other) => other is ExtensionInfo;

        public override void PopulateDebugInfo(IDictionary<string, string> debugInfo)
            => debugInfo["MySqlBulk:BatchRows"] = extension.Defaults.BatchRows?.ToString(CultureInfo.InvariantCulture) ?? "";
    }
}
