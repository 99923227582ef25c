using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery.CopiedKeys;

/// <summary>A copy tells which key each row's copy has got, in the order of the walk; the copies hold the keys of their rows, so that both can be compared.</summary>
[BothServers]
public abstract class CopiedKeysTests(Servers servers, ServerKind kind)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(1, true)]
    [InlineData(7, false)]
    [InlineData(70, true)]
    [InlineData(100_000, false)]
    public async Task Each_row_has_the_key_of_its_copy(int batchRows, bool isAsync)
    {
        await using TestDatabase database = await Copies.CreateAsync(servers, kind);
        await using ModelContext context = database.Context();
        IQueryable<Visit> some = context.Set<Visit>().Where(visit => visit.Site == 3 || visit.Site == 5);
        foreach (bool byIndex in new[] { false, true })
        {
            await database.ExecuteAsync("TRUNCATE copies", "INSERT INTO copies (url) VALUES ('before')");
            List<CopiedKey> keys = [];
            List<int> batches = [];
            List<BulkProgress> progress = [];
            BulkInsertIntoOptions<Visit> options = new()
            {
                Walk = byIndex ? visit => visit.At : null,
                BatchRows = batchRows,
                BatchTime = Visits.Patience,
                CopiedKeys = Add,
                Progress = new ProgressReports(progress, _ => Assert.Equal(progress.Count, batches.Count)),
            };

            BulkResult done = isAsync ? await some.BulkInsertIntoAsync(Copies.Row, options, Token) : some.BulkInsertInto(Copies.Row, options);

            List<(long Source, long Copy)> stored = await Copies.StoredAsync(database);
            Assert.Equal(stored, Copies.Pairs(keys));
            Assert.Equal(
                await (byIndex ? some.OrderBy(visit => visit.At).ThenBy(visit => visit.Id) : some.OrderBy(visit => visit.Id)).Select(visit => visit.Id).ToListAsync(Token),
                stored.Select(pair => pair.Source));
            Assert.Equal((286, (286 + batchRows - 1) / batchRows), (done.RowsInserted, done.Portions));
            Assert.Equal(Enumerable.Range(1, done.Portions).Select(batch => Math.Min(batchRows, 286 - ((batch - 1) * batchRows))), batches);

            void Add(IReadOnlyList<CopiedKey> batch)
            {
                keys.AddRange(batch);
                batches.Add(batch.Count);
            }
        }
    }

    [Fact]
    public async Task Rows_that_are_alike()
    {
        await using TestDatabase database = await Copies.CreateAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<CopiedKey> keys = [];

        await context.Set<Visit>().Where(visit => visit.Site == 3).BulkInsertIntoAsync(visit => new Copy { Note = "alike" }, new() { Walk = visit => visit.At, BatchRows = 20, BatchTime = Visits.Patience, CopiedKeys = keys.AddRange }, Token);

        Assert.Equal(await context.Set<Visit>().Where(visit => visit.Site == 3).OrderBy(visit => visit.At).ThenBy(visit => visit.Id).Select(visit => visit.Id).ToListAsync(Token), Copies.Pairs(keys).Select(pair => pair.Source));
        Assert.Equal(await context.Set<Copy>().OrderBy(copy => copy.Id).Select(copy => copy.Id).ToListAsync(Token), Copies.Pairs(keys).Select(pair => pair.Copy));
    }

    [Fact]
    public async Task A_key_of_several_columns_and_one_of_the_models_own()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            model.Entity<Line>(line =>
            {
                line.ToTable("lines").HasKey(l => new { l.Shop, l.Number });
                line.Property(l => l.Shop).HasConversion<string>().HasMaxLength(20);
                line.Property<string>("Kind").HasMaxLength(10).IsRequired();
                line.HasIndex("Kind", "Amount");
            });
            model.Entity<CopiedLine>(line =>
            {
                line.ToTable("copied lines").Property(l => l.Id).HasColumnName("line {0}").HasConversion(id => id.Value, value => new LineId(value)).ValueGeneratedOnAdd();
                line.Property(l => l.Shop).HasConversion<string>().HasMaxLength(20);
            });
        });
        await using ModelContext context = database.Context();
        for (int i = 0; i < 200; i++)
            context.Add(new Line { Shop = (DayOfWeek)(i % 3), Number = i * 7919 % 200, Amount = i % 11 }).Property("Kind").CurrentValue = $"k{i % 2}";
        await context.SaveChangesAsync(Token);
        List<CopiedKey> keys = [];
        BulkInsertIntoOptions<Line> options = new() { Walk = line => new { Kind = EF.Property<string>(line, "Kind"), line.Amount }, BatchRows = 30, BatchTime = Visits.Patience, CopiedKeys = keys.AddRange };

        // Values that are columns of the walk, under other names, changed, twice, and in another type.
        await context.Set<Line>().Where(line => line.Number > 10).BulkInsertIntoAsync(
            line => new CopiedLine { Text = "{0}" + line.Amount, Price = line.Amount, Shop = line.Shop, Count = line.Number, Again = line.Number, Type = EF.Property<string>(line, "Kind") }, options, Token);

        List<CopiedLine> stored = await context.Set<CopiedLine>().AsNoTracking().OrderBy(line => line.Id).ToListAsync(Token);
        Assert.Equal(stored.Select(line => ((object)line.Shop, (object)line.Count, (object)line.Id)), keys.Select(key => (key.Source[0], key.Source[1], key.Copy)));
        Assert.Equal(189, stored.Count);
        Assert.Equal(stored.Select(line => line.Id), stored.OrderBy(line => line.Type).ThenBy(line => line.Price).ThenBy(line => line.Shop.ToString(), StringComparer.Ordinal).ThenBy(line => line.Count).Select(line => line.Id));
    }

    [Fact]
    public async Task The_receiver_may_use_the_context()
    {
        await using TestDatabase database = await Copies.CreateAsync(servers, kind, 100);
        await database.ExecuteAsync("CREATE TABLE map (Source BIGINT PRIMARY KEY, Copy BIGINT NOT NULL)");
        await using ModelContext context = database.Context();

        await context.Set<Visit>().Where(visit => visit.Id > 0).BulkInsertIntoAsync(Copies.Row, o => (o.BatchRows, o.BatchTime, o.CopiedKeys) = (30, Visits.Patience, Store), Token);

        Assert.Equal(100, await database.CountAsync("SELECT COUNT(*) FROM map JOIN copies ON map.Copy = copies.Id AND map.Source = copies.VisitId"));

        void Store(IReadOnlyList<CopiedKey> keys)
        {
            foreach ((long source, long copy) in Copies.Pairs(keys))
                context.Database.ExecuteSql($"INSERT INTO map VALUES ({source}, {copy})");
        }
    }

    [Fact]
    public async Task The_receiver_ends_the_call_after_its_batch()
    {
        await using TestDatabase database = await Copies.CreateAsync(servers, kind, 100);
        await using ModelContext context = database.Context();
        List<CopiedKey> keys = [];

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.Set<Visit>().Where(visit => visit.Id > 0).BulkInsertIntoAsync(Copies.Row, new() { BatchRows = 30, BatchTime = Visits.Patience, CopiedKeys = FailAtSecond }, Token));

        Assert.Equal((BulkOutcome.Some, 60), (failure.Outcome, failure.RowsAffected));
        Assert.Contains("BulkInsertInto failed: enough.", failure.Message, StringComparison.Ordinal);
        Assert.Equal([60L], failure.LastKey);
        await context.Set<Visit>().Where(visit => visit.Id > 0).BulkInsertIntoAsync(Copies.Row, new() { After = failure.LastKey, CopiedKeys = keys.AddRange }, Token);
        Assert.Equal(await Copies.StoredAsync(database), Copies.Pairs(keys));

        void FailAtSecond(IReadOnlyList<CopiedKey> batch)
        {
            keys.AddRange(batch);
            if (keys.Count == 60)
                throw new FormatException("enough");
        }
    }

    [Fact]
    public async Task Nothing_is_told_of_no_rows()
    {
        await using TestDatabase database = await Copies.CreateAsync(servers, kind, 10);
        await using ModelContext context = database.Context();

        BulkResult done = await context.Set<Visit>().Where(visit => visit.Id > 10).BulkInsertIntoAsync(Copies.Row, new() { CopiedKeys = _ => Assert.Fail("There are no keys.") }, Token);

        Assert.Equal((0, 0), (done.RowsInserted, done.Portions));
    }

    private readonly record struct LineId(int Value) : IComparable<LineId>
    {
        public int CompareTo(LineId other) => Value.CompareTo(other.Value);
    }

    private sealed class Line
    {
        public DayOfWeek Shop { get; set; }

        public int Number { get; set; }

        public int Amount { get; set; }
    }

    private sealed class CopiedLine
    {
        public LineId Id { get; set; }

        public DayOfWeek Shop { get; set; }

        public int Count { get; set; }

        public int Again { get; set; }

        public long Price { get; set; }

        public string Text { get; set; } = "";

        public string Type { get; set; } = "";
    }
}
