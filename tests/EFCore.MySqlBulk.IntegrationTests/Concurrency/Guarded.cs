using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Concurrency;

/// <summary>A row with a concurrency token, which may be null.</summary>
public sealed class Guarded
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public int? Version { get; set; }

    public static void Model(ModelBuilder model) => model.Entity<Guarded>(guarded =>
    {
        guarded.ToTable("guarded");
        guarded.Property(g => g.Id).ValueGeneratedNever();
        guarded.Property(g => g.Version).IsConcurrencyToken();
    });

    /// <summary>A table of stored rows, whose tokens are their ids, every tenth null.</summary>
    public static async Task<(TestDatabase Database, List<Guarded> Rows)> StoredAsync(Servers servers, ServerKind kind, int count, ServerOptions? options = null)
    {
        TestDatabase database = await servers.OfAsync(kind, options).CreateAsync(Model);
        List<Guarded> rows = [.. Enumerable.Range(1, count).Select(id => new Guarded { Id = id, Name = "as stored", Version = id % 10 == 0 ? null : id })];
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(rows, cancellationToken: TestContext.Current.CancellationToken);
        return (database, rows);
    }

    /// <summary>Rows that differ from the stored ones.</summary>
    public static Task<long> ChangedAsync(TestDatabase database) => database.CountAsync("SELECT COUNT(*) FROM guarded WHERE Name <> 'as stored'");
}
