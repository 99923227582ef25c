using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.Extensions.DependencyInjection;

namespace EFCore.MySqlBulk;

/// <summary>The defaults of a context.</summary>
internal static class ContextDefaults
{
    /// <summary>What its options say by <c>UseMySqlBulk</c>, or what holds without it.</summary>
    public static MySqlBulkDefaults Of(IInfrastructure<IServiceProvider> context) => Of(context.Instance);

    /// <inheritdoc cref="Of(IInfrastructure{IServiceProvider})" />
    public static MySqlBulkDefaults Of(IServiceProvider services)
        => services.GetRequiredService<IDbContextOptions>().Extensions.OfType<IDefaultsExtension>().FirstOrDefault()?.Defaults ?? new();
}
