using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.Extensions.DependencyInjection;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;

/// <summary>What <c>UseMySql</c> was told.</summary>
public class MySqlOptionsExtension : RelationalOptionsExtension
{
    private DbContextOptionsExtensionInfo? _info;

    public MySqlOptionsExtension()
    {
    }

    protected MySqlOptionsExtension(MySqlOptionsExtension copyFrom)
        : base(copyFrom) => ServerVersion = copyFrom.ServerVersion;

    public override DbContextOptionsExtensionInfo Info => _info ??= new ExtensionInfo(this);

    public ServerVersion? ServerVersion { get; private init; }

    public MySqlOptionsExtension WithServerVersion(ServerVersion serverVersion) => new(this) { ServerVersion = serverVersion };

    public override void ApplyServices(IServiceCollection services) => services.AddEntityFrameworkMySql();

    protected override RelationalOptionsExtension Clone() => new MySqlOptionsExtension(this);

    private sealed class ExtensionInfo(MySqlOptionsExtension extension) : RelationalExtensionInfo(extension)
    {
        public override bool IsDatabaseProvider => true;

        private ServerVersion? ServerVersion => extension.ServerVersion;

        public override int GetServiceProviderHashCode() => HashCode.Combine(base.GetServiceProviderHashCode(), ServerVersion);

        public override bool ShouldUseSameServiceProvider(DbContextOptionsExtensionInfo other) =>
            other is ExtensionInfo info && Equals(info.ServerVersion, ServerVersion);

        public override void PopulateDebugInfo(IDictionary<string, string> debugInfo) =>
            debugInfo["ConnectorNet"] = ServerVersion?.ToString() ?? "";
    }
}
