using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>The first two uses of a context, at the same time from two threads: while one configures the context, the other is refused with a message of
/// EF Core's, whichever of them is a bulk call.</summary>
public sealed class FirstUseTests(Servers servers)
{
    private static readonly string[] Uses = ["SaveChanges", "BulkInsert", "Set.BulkInsert", "ExplainBulkInsert"];

    [Fact]
    public async Task The_second_use_is_refused_as_SaveChanges_refuses_it()
    {
        await using TestDatabase database = await servers.OfAsync(ServerKind.MySql).CreateAsync(static model => model.Entity<Line>().ToTable("lines"));
        foreach (string first in Uses)
        {
            string asSaved = await SecondAsync(database, first, "SaveChanges");
            foreach (string second in Uses)
            {
                string said = await SecondAsync(database, first, second);
                Assert.True(said == asSaved, $"{second} during {first} said '{said}', SaveChanges '{asSaved}'.");
            }
        }
    }

    // What the second use throws while the first one waits.
    private static async Task<string> SecondAsync(TestDatabase database, string first, string second)
    {
        using SemaphoreSlim reached = new(0);
        using SemaphoreSlim go = new(0);
        bool isFirst = true;
        await using FreshContext context = new(database, () =>
        {
            if (!isFirst)
                return;
            isFirst = false;
            reached.Release();
            go.Wait();
        });
        Task running = Task.Run(() => Use(context, first), TestContext.Current.CancellationToken);
        await reached.WaitAsync(TestContext.Current.CancellationToken);
        try
        {
            return Assert.Throws<InvalidOperationException>(() => Use(context, second)).Message;
        }
        finally
        {
            go.Release();
            await running;
        }
    }

    private static void Use(FreshContext context, string how)
    {
        Line[] lines = [new() { Text = "x" }];
        switch (how)
        {
            case "SaveChanges":
                context.Add(lines[0]);
                context.SaveChanges();
                break;
            case "BulkInsert":
                context.BulkInsert(lines);
                break;
            case "Set.BulkInsert":
                context.Set<Line>().BulkInsert(lines);
                break;
            default:
                context.ExplainBulkInsert(lines);
                break;
        }
    }

    private sealed class FreshContext(TestDatabase database, Action reached) : DbContext
    {
        protected override void OnConfiguring(DbContextOptionsBuilder optionsBuilder)
        {
            // Each context has its own services.
            optionsBuilder.UseMySql(database.ConnectionString, database.Server.Version).EnableServiceProviderCaching(false)
                .ConfigureWarnings(warnings => warnings.Ignore(CoreEventId.ManyServiceProvidersCreatedWarning));
            reached();
        }

        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Line>().ToTable("lines");
    }

    private sealed class Line
    {
        public int Id { get; set; }

        public string Text { get; set; } = "";
    }
}
