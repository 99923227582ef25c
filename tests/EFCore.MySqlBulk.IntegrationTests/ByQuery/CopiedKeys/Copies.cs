using System.Linq.Expressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery.CopiedKeys;

/// <summary>Databases with visits and a table for their copies, which have the keys of the visits beside their own.</summary>
internal static class Copies
{
    public static readonly Expression<Func<Visit, Copy>> Row = visit => new() { VisitId = visit.Id, At = visit.At, Path = visit.Path };

    public static async Task<TestDatabase> CreateAsync(Servers servers, ServerKind kind, int rows = 1_000)
    {
        TestDatabase database = await Visits.CreateAsync(servers, kind, rows, model => model.Entity<Copy>().ToTable("copies").Property(copy => copy.Path).HasColumnName("url").HasMaxLength(60));
        // In the order of the index, the highest keys come first.
        await database.ExecuteAsync("UPDATE visits SET At = '2026-01-01' - INTERVAL Id DIV 10 MINUTE");
        return database;
    }

    /// <summary>The pairs that are in the tables, in the order of the copies' keys.</summary>
    public static async Task<List<(long Source, long Copy)>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        List<Copy> copies = await context.Set<Copy>().AsNoTracking().Where(copy => copy.VisitId != null).OrderBy(copy => copy.Id).ToListAsync(TestContext.Current.CancellationToken);
        return [.. copies.Select(copy => (copy.VisitId!.Value, copy.Id))];
    }

    public static IEnumerable<(long Source, long Copy)> Pairs(IEnumerable<CopiedKey> keys) => keys.Select(key => ((long)key.Source.Single(), (long)key.Copy));
}
