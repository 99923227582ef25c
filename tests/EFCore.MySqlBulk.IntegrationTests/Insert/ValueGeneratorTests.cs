using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.ValueGeneration;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert;

/// <summary>The model's client-side value generators run as when an entity is added, wherever the values are kept.</summary>
[BothServers]
public abstract class ValueGeneratorTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task Generators_run_as_when_the_entities_are_added()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext saving = database.Context();
        List<Doc> docs = Docs();
        saving.AddRange(docs);
        await saving.SaveChangesAsync(Token);
        List<string> saved = [.. await StoredAsync(database), .. docs.Select(Shown)];
        // EF Core 9 runs no generators in complex types.
        Assert.Equal($"1|42|Doc made a|a|{docs[0].Info.Code}|by Doc", saved[0]);
        foreach (BulkStrategy strategy in EveryStrategy.Inserts)
        {
            await using ModelContext context = database.Context();
            await database.ExecuteAsync("DELETE FROM docs");
            docs = Docs();
            await context.BulkInsertAsync(docs, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) }, Token);
            Assert.Equal(saved, [.. await StoredAsync(database), .. docs.Select(Shown)]);
            Assert.Equal(docs.Count, docs.Select(doc => doc.Id).Distinct().Count());
            Assert.Equal(docs.Count, await database.CountAsync("SELECT COUNT(DISTINCT Stamp) FROM docs WHERE Stamp <> '00000000-0000-0000-0000-000000000000'"));
            Assert.All(docs, doc => Assert.Equal(EntityState.Detached, context.Entry(doc).State));
        }
    }

    [Fact]
    public async Task Tracked_rows_keep_what_was_generated_when_they_were_added()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Doc> docs = Docs();
        context.AddRange(docs);
        long[] keys = [.. docs.Select(doc => doc.Id)];
        Guid[] stamps = [.. docs.Select(doc => (Guid)context.Entry(doc).Property("Stamp").CurrentValue!)];
        await context.BulkInsertAsync(docs, null, Token);
        Assert.Equal(keys, docs.Select(doc => doc.Id));
        Assert.Equal(stamps.Select(stamp => stamp.ToString()), (await database.QueryAsync("SELECT Stamp FROM docs ORDER BY Id")).Select(row => row[0]!.ToString()));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Theory]
    [InlineData("docs")]
    [InlineData("cards")]
    public async Task The_context_holds_no_entity_that_it_gave_a_value(string table)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        WeakReference[] inserted = table == "docs" ? Insert(context, static i => new Doc { Name = $"{i}" }) : Insert(context, static i => new Card { Name = $"{i}" });
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        Assert.Equal(0, inserted.Count(row => row.IsAlive));
        Assert.Equal(40, await database.CountAsync($"SELECT COUNT(*) FROM {table}"));
    }

    // A separate method, so that nothing here keeps the rows alive.
    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static WeakReference[] Insert<T>(ModelContext context, Func<int, T> make)
        where T : class
    {
        List<WeakReference> rows = [];
        context.BulkInsert(Stream(), new() { BatchRows = 10 });
        return [.. rows];

        IEnumerable<T> Stream()
        {
            for (int i = 0; i < 40; i++)
            {
                T row = make(i);
                rows.Add(new(row));
                yield return row;
            }
        }
    }

    private static List<Doc> Docs() =>
    [
        new() { Name = "a" }, new() { Name = "b", Tenant = 7 }, new() { Name = "c", Slug = "given" }, new() { Name = "d", Info = new() { Code = "given" } }, new() { Name = "e" },
    ];

    // Without the parts that differ each time.
    private static async Task<List<string>> StoredAsync(TestDatabase database)
        => [.. (await database.QueryAsync("SELECT Id > 7000000000000, Tenant, Slug, Name, Info_Code, `By` FROM docs ORDER BY Name")).Select(row => string.Join('|', row))];

    private static string Shown(Doc doc) => $"{doc.Id > 7000000000000}|{doc.Tenant}|{doc.Slug}|{doc.Name}|{doc.Info.Code}";

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model =>
    {
        model.Entity<Doc>(doc =>
        {
            doc.ToTable("docs").Property(d => d.Id).HasValueGenerator<Ids>();
            doc.Property(d => d.Tenant).HasValueGenerator<Tenants>();
            doc.Property(d => d.Slug).HasMaxLength(40).HasValueGenerator<Slugs>();
            doc.ComplexProperty(d => d.Info).Property(i => i.Code).HasMaxLength(40).HasColumnName("Info_Code").HasValueGenerator<Codes>();
            doc.Property<Guid>("Stamp").HasValueGenerator<GuidValueGenerator>();
            doc.Property<string>("By").HasMaxLength(40).HasValueGenerator<Authors>();
        });
        // The provider generates its keys.
        model.Entity<Card>().ToTable("cards");
    });

    private sealed class Doc
    {
        public long Id { get; set; }

        public int Tenant { get; set; }

        public string? Slug { get; set; }

        public string Name { get; set; } = "";

        public Info Info { get; set; } = new();
    }

    private sealed class Card
    {
        public Guid Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Info
    {
        public string? Code { get; set; }
    }

    private sealed class Ids : ValueGenerator<long>
    {
        private static long _last = 7000000000000;

        public override bool GeneratesTemporaryValues => false;

        public override long Next(EntityEntry entry) => Interlocked.Increment(ref _last);
    }

    private sealed class Tenants : ValueGenerator<int>
    {
        public override bool GeneratesTemporaryValues => false;

        // The value comes from the context, like a tenant's id.
        public override int Next(EntityEntry entry) => entry.Context is ModelContext ? 42 : 0;
    }

    private sealed class Slugs : ValueGenerator<string>
    {
        public override bool GeneratesTemporaryValues => false;

        public override string Next(EntityEntry entry) => $"{entry.Metadata.ShortName()} made {entry.Property("Name").CurrentValue}";
    }

    private sealed class Codes : ValueGenerator<string>
    {
        public override bool GeneratesTemporaryValues => false;

        public override string Next(EntityEntry entry) => "code";
    }

    private sealed class Authors : ValueGenerator<string>
    {
        public override bool GeneratesTemporaryValues => false;

        public override string Next(EntityEntry entry) => $"by {entry.Entity.GetType().Name}";
    }
}
