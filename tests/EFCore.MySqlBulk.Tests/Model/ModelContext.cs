using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Tests.Model;

/// <summary>A context whose model a test defines in a few lines. It never connects.</summary>
public sealed class ModelContext(Action<ModelBuilder> model) : DbContext
{
    private readonly object _key = new();

    protected override void OnConfiguring(DbContextOptionsBuilder optionsBuilder) => optionsBuilder
        .UseMySql("Server=x", new MySqlServerVersion(new Version(9, 7, 0)))
        .ReplaceService<IModelCacheKeyFactory, KeyFactory>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => model(modelBuilder);

    /// <summary>Each context has a model of its own, so that no test sees what another one had compiled for the same entity types.</summary>
    public sealed class KeyFactory : IModelCacheKeyFactory
    {
        public object Create(DbContext context, bool designTime) => (((ModelContext)context)._key, designTime);
    }
}
