using System.Linq.Expressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>Databases with visits and a table for older ones.</summary>
internal static class ArchivedVisits
{
    /// <summary>A visit as it is archived, archived when it was made.</summary>
    public static readonly Expression<Func<Visit, ArchivedVisit>> Row = visit => new() { Id = visit.Id, Site = visit.Site, At = visit.At, Path = visit.Path, ArchivedAt = visit.At, CheckedAt = visit.At };

    public static Task<TestDatabase> CreateAsync(Servers servers, ServerKind kind, int rows = 1_000, Action<ModelBuilder>? model = null)
        => Visits.CreateAsync(servers, kind, rows, builder =>
        {
            builder.Entity<ArchivedVisit>(visit =>
            {
                visit.ToTable("archived_visits").Property(v => v.Id).ValueGeneratedNever();
                // Another name than the property.
                visit.Property(v => v.Path).HasColumnName("url").HasMaxLength(50);
            });
            model?.Invoke(builder);
        });

    public static async Task<List<ArchivedVisit>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return await context.Set<ArchivedVisit>().AsNoTracking().OrderBy(visit => visit.Id).ToListAsync(TestContext.Current.CancellationToken);
    }

    /// <summary>What is stored of a row.</summary>
    public static (long Id, int Site, DateTime At, string Path, string? Note, DateTime ArchivedAt, DateTime CheckedAt) Values(ArchivedVisit visit)
        => (visit.Id, visit.Site, visit.At, visit.Path, visit.Note, visit.ArchivedAt, visit.CheckedAt);
}
