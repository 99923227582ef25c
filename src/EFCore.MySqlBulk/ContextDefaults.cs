using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.Extensions.DependencyInjection;

namespace EFCore.MySqlBulk;

/// <summary>The defaults of a context.</summary>
internal static class ContextDefaults
{
    /// <summary>The defaults that <c>UseMySqlBulk</c> has set, or the library's own without it.</summary>
    public static MySqlBulkDefaults Of(IInfrastructure<IServiceProvider> context) => Of(context.Instance);

    /// <inheritdoc cref="Of(IInfrastructure{IServiceProvider})" />
    public static MySqlBulkDefaults Of(IServiceProvider services)
        => services.GetRequiredService<IDbContextOptions>().Extensions.OfType<IDefaultsExtension>().FirstOrDefault()?.Defaults ?? new();
}
