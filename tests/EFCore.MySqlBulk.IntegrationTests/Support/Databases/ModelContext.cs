using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Databases;

/// <summary>A context whose model a test defines in a few lines.</summary>
public sealed class ModelContext(DbContextOptions options, Action<ModelBuilder> model) : DbContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder) => model(modelBuilder);

    /// <summary>Caches one model for each test's delegate, not one for the context type.</summary>
    public sealed class KeyFactory : IModelCacheKeyFactory
    {
        public object Create(DbContext context, bool designTime) => (((ModelContext)context).Model(), designTime);
    }

    private new Action<ModelBuilder> Model() => model;
}
