using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>The run's database, with the tables that are written, and both kinds of context for it: only one of them knows the library.</summary>
internal sealed class SavingDatabase
{
    private readonly DbContextOptions<SavingContext> _plain;
    private readonly DbContextOptions<SavingContext> _bulk;

    private SavingDatabase(BenchDatabase database)
    {
        Tables = database;
        _plain = Options(database).Options;
        _bulk = Options(database).UseMySqlBulk(o => o.BulkSaveChanges()).Options;
    }

    /// <summary>The same database, for work that is not timed.</summary>
    public BenchDatabase Tables { get; }

    /// <summary>The database, whose tables exist.</summary>
    public static SavingDatabase Of(BenchDatabase database) => new(database);

    public static async Task<SavingDatabase> CreateAsync(BenchDatabase database)
    {
        SavingDatabase saving = new(database);
        await using SavingContext context = saving.Context(isBulk: false);
        await context.GetService<IRelationalDatabaseCreator>().CreateTablesAsync();
        return saving;
    }

    public SavingContext Context(bool isBulk) => new(isBulk ? _bulk : _plain);

    private static DbContextOptionsBuilder<SavingContext> Options(BenchDatabase database) => new DbContextOptionsBuilder<SavingContext>()
        .UseMySql(database.ConnectionString, database.Version, o => o.MaxBatchSize(BenchDatabase.SaveChangesBatch));
}
