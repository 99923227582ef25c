using System.Globalization;
using EFCore.MySqlBulk.Saving;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.Extensions.DependencyInjection;

namespace EFCore.MySqlBulk;

/// <summary>Holds a context's defaults in its options, and decorates the provider's batch factory, so that <c>SaveChanges</c> can send in bulk.</summary>
internal sealed class MySqlBulkOptionsExtension(MySqlBulkDefaults defaults) : IDbContextOptionsExtension, IDefaultsExtension
{
    private DbContextOptionsExtensionInfo? _info;

    public MySqlBulkDefaults Defaults { get; } = defaults;

    public DbContextOptionsExtensionInfo Info => _info ??= new ExtensionInfo(this);

    /// <inheritdoc />
    public void ApplyServices(IServiceCollection services) => SavingServices.Add(services);

    public void Validate(IDbContextOptions options)
    {
        if (Defaults.BulkSaveChanges && options.FindExtension<CoreOptionsExtension>()?.InternalServiceProvider is not null)
            throw new InvalidOperationException("UseMySqlBulk(o => o.BulkSaveChanges()) has no effect on a context with UseInternalServiceProvider, whose services are the application's own. Remove one of the two.");
    }

    private sealed class ExtensionInfo(MySqlBulkOptionsExtension extension) : DbContextOptionsExtensionInfo(extension)
    {
        public override bool IsDatabaseProvider => false;

        public override string LogFragment => $"MySqlBulk({string.Join(", ", Given().Select(option => $"{option.Name}={option.Value}"))}) ";

        // Defaults and hooks are read from the context's own options, so contexts with different ones can share a service provider.
        public override int GetServiceProviderHashCode() => 0;

        public override bool ShouldUseSameServiceProvider(DbContextOptionsExtensionInfo other) => other is ExtensionInfo;

        public override void PopulateDebugInfo(IDictionary<string, string> debugInfo)
        {
            foreach ((string name, string value) in Given())
                debugInfo[$"MySqlBulk:{name}"] = value;
        }

        private IEnumerable<(string Name, string Value)> Given()
        {
            MySqlBulkDefaults defaults = extension.Defaults;
            (string Name, object? Value)[] all =
            [
                (nameof(defaults.Strategy), defaults.Strategy),
                (nameof(defaults.Pipelining), defaults.Pipelining),
                (nameof(defaults.Connections), defaults.Connections), (nameof(defaults.Atomic), defaults.Atomic), (nameof(defaults.DecisionTable), defaults.DecisionTable), (nameof(defaults.RecordCommits), defaults.RecordCommits),
                (nameof(defaults.AllowLoadData), defaults.AllowLoadData), (nameof(defaults.BatchRows), defaults.BatchRows),
                (nameof(defaults.Timeout), defaults.Timeout),
                (nameof(defaults.Progress), defaults.Progress?.GetType().Name),
                (nameof(defaults.BufferForRetry), defaults.BufferForRetry),
                (nameof(defaults.FindFailingRow), defaults.FindFailingRow),
                (nameof(defaults.LeftOutEntities), defaults.LeftOutEntities),
                (nameof(defaults.BeforeInsert), Text(defaults.BeforeInsert, hook => hook.Type.Name)),
                (nameof(defaults.BeforeUpdate), Text(defaults.BeforeUpdate, hook => hook.Type.Name)),
                (nameof(defaults.BeforeDelete), Text(defaults.BeforeDelete, hook => hook.Type.Name)),
                (nameof(defaults.NotCompared), Text(defaults.NotCompared, each => $"{each.Type.Name}: {each.Properties.Body}")),
                (nameof(defaults.InsertOnly), Text(defaults.InsertOnly, each => $"{each.Type.Name}: {each.Properties.Body}")),
                (nameof(defaults.BulkSaveChanges), defaults.BulkSaveChanges ? true : null),
                (nameof(defaults.AcceptProvider), defaults.AcceptProvider ? true : null),
                (nameof(defaults.ArrayBatchDriver), defaults.ArrayBatchDriver?.GetType().Name),
            ];
            return all.Where(option => option.Value is not null).Select(option => (option.Name, Convert.ToString(option.Value, CultureInfo.InvariantCulture)!));
        }

        private static string? Text<T>(IReadOnlyList<T> values, Func<T, string> text) => values.Count == 0 ? null : string.Join('+', values.Select(text));
    }
}
