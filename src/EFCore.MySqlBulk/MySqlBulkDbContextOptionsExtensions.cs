using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk;

/// <summary>Sets defaults for bulk operations on a context.</summary>
public static class MySqlBulkDbContextOptionsExtensions
{
    /// <summary>Sets this context's defaults for bulk operations, which work without this call too. A second call changes only the defaults that it sets.</summary>
    /// <param name="optionsBuilder">The context's options.</param>
    /// <param name="configure">Sets the defaults.</param>
    /// <returns>The same builder.</returns>
    public static DbContextOptionsBuilder UseMySqlBulk(this DbContextOptionsBuilder optionsBuilder, Action<MySqlBulkOptionsBuilder>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(optionsBuilder);
        MySqlBulkOptionsBuilder builder = new(optionsBuilder.Options.FindExtension<MySqlBulkOptionsExtension>()?.Defaults ?? new());
        configure?.Invoke(builder);
        ((IDbContextOptionsBuilderInfrastructure)optionsBuilder).AddOrUpdateExtension(new MySqlBulkOptionsExtension(builder.Defaults));
        return optionsBuilder;
    }

    /// <inheritdoc cref="UseMySqlBulk(DbContextOptionsBuilder, Action{MySqlBulkOptionsBuilder}?)" />
    public static DbContextOptionsBuilder<TContext> UseMySqlBulk<TContext>(
        this DbContextOptionsBuilder<TContext> optionsBuilder, Action<MySqlBulkOptionsBuilder>? configure = null)
        where TContext : DbContext
    {
        UseMySqlBulk((DbContextOptionsBuilder)optionsBuilder, configure);
        return optionsBuilder;
    }
}
