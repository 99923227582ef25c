using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Tests.Model;

/// <summary>A context whose model a test defines in a few lines. It never connects.</summary>
public sealed class ModelContext(Action<ModelBuilder> model) : DbContext
{
    protected override void OnConfiguring(DbContextOptionsBuilder optionsBuilder) => optionsBuilder
        .UseMySql("Server=x", new MySqlServerVersion(new Version(9, 7, 0)))
        .ReplaceService<IModelCacheKeyFactory, KeyFactory>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => model(modelBuilder);

    /// <summary>Caches one model for each test's delegate, not one for the context type.</summary>
    public sealed class KeyFactory : IModelCacheKeyFactory
    {
        public object Create(DbContext context, bool designTime) => (((ModelContext)context).Delegate(), designTime);
    }

    private Action<ModelBuilder> Delegate() => model;
}
