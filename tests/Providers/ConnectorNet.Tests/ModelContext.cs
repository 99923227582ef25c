using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

/// <summary>A context whose model the test itself describes.</summary>
internal sealed class ModelContext(DbContextOptions options, Action<ModelBuilder> model) : DbContext(options)
{
    public Action<ModelBuilder> Describe { get; } = model;

    protected override void OnModelCreating(ModelBuilder modelBuilder) => Describe(modelBuilder);

    // Models are cached by the delegate that describes them.
    protected override void OnConfiguring(DbContextOptionsBuilder optionsBuilder) =>
        optionsBuilder.ReplaceService<IModelCacheKeyFactory, ModelKeyFactory>();
}
