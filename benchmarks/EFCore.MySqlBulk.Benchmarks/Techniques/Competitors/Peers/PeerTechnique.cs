using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Competitors.Peers;

/// <summary>Another library's bulk insert on a context without this one: MySqlBulkCopy underneath, so server and connection have to allow local files. It writes no keys to the entities.</summary>
/// <param name="database">The database.</param>
/// <param name="kind">Which library.</param>
/// <param name="insert">Its call.</param>
/// <param name="use">Adds it to the context's options.</param>
internal sealed class PeerTechnique(BenchDatabase database, TechniqueKind kind, Func<BenchContext, BenchUser[], Task> insert, Action<DbContextOptionsBuilder>? use = null) : Technique(kind)
{
    private readonly DbContextOptions<BenchContext> _options = Options(database, use);

    public override async Task RunAsync(BenchUser[] users)
    {
        await using BenchContext context = new(_options);
        await insert(context, users);
    }

    private static DbContextOptions<BenchContext> Options(BenchDatabase database, Action<DbContextOptionsBuilder>? use)
    {
        DbContextOptionsBuilder<BenchContext> options = new();
        options.UseMySql(BulkCopyTechnique.ConnectionStringOf(database), database.Version);
        use?.Invoke(options);
        return options.Options;
    }
}
