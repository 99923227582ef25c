using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.ValueGeneration;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate;

/// <summary>Rows whose keys EF Core generates on the client when they are added: without a key they are new, and two of them are two rows.</summary>
[BothServers]
public abstract class UnsetKeyTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData("upsert", true)]
    [InlineData("upsert", false)]
    [InlineData("last wins", true)]
    [InlineData("if absent", true)]
    [InlineData("if absent", false)]
    [InlineData("synchronize", true)]
    [InlineData("synchronize", false)]
    [InlineData("stream", true)]
    [InlineData("stream", false)]
    public async Task Rows_without_a_key_are_new_and_get_one(string call, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Card> stored = [new() { Name = "stored" }];
        context.AddRange(stored);
        await context.SaveChangesAsync(Token);
        context.ChangeTracker.Clear();
        Guid key = stored[0].Id;
        List<Card> cards = [new() { Name = "a" }, new() { Id = key, Name = "again" }, new() { Name = "b" }, new() { Name = "c" }];

        BulkResult done = await RunAsync(context, call, isAsync, cards);

        Assert.Equal(3, done.RowsInserted);
        Assert.Equal(4, cards.Select(card => card.Id).Distinct().Count());
        Assert.DoesNotContain(Guid.Empty, cards.Select(card => card.Id));
        Assert.Equal(key, cards[1].Id);
        cards[1].Name = call == "if absent" ? "stored" : "again";
        Assert.Equal(cards.OrderBy(card => card.Name).Select(card => $"{card.Id} {card.Name}"), (await context.Set<Card>().OrderBy(card => card.Name).ToListAsync(Token)).Select(card => $"{card.Id} {card.Name}"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_text_key_of_the_model_s_generator(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Tag> tags = [new() { Name = "a" }, new() { Name = "b" }, new() { Id = "own", Name = "c" }];
        Assert.Equal(3, (await context.InsertOrUpdateAsync(isAsync, tags)).RowsInserted);
        Assert.Equal(["made a", "made b", "own"], tags.Select(tag => tag.Id));
        List<Tag> again = [new() { Name = "b" }, new() { Name = "d" }];
        // The generator gives the key of a stored row, as it would when the entity is added.
        BulkResult done = await context.SynchronizeAsync(isAsync, again, new() { WholeTable = true });
        Assert.Equal((1, 1, 2), (done.RowsInserted, done.RowsUnchanged, done.RowsDeleted));
        Assert.Equal(["made b", "made d"], (await context.Set<Tag>().OrderBy(tag => tag.Id).ToListAsync(Token)).Select(tag => tag.Id));
    }

    [Fact]
    public async Task What_rows_are_matched_by_is_generated_before_they_are_looked_up()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Stock> first = [new() { Sku = "a", Count = 1 }, new() { Sku = "b", Count = 2 }, new() { Shop = 7, Sku = "a", Count = 3 }];
        await context.BulkInsertAsync(first, cancellationToken: Token);
        List<Stock> second = [new() { Sku = "a", Count = 10 }, new() { Sku = "c", Count = 20 }, new() { Shop = 7, Sku = "a", Count = 30 }];

        BulkResult done = await context.BulkInsertOrUpdateAsync(second, new() { Match = stock => new { stock.Shop, stock.Sku } }, Token);

        Assert.Equal((1, 2), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal([42, 42, 7], second.Select(stock => stock.Shop));
        Assert.Equal((first[0].Id, first[2].Id), (second[0].Id, second[2].Id));
        Assert.NotEqual(Guid.Empty, second[1].Id);
        Assert.Equal(["42 a 10", "42 b 2", "42 c 20", "7 a 30"], (await context.Set<Stock>().ToListAsync(Token)).Select(stock => $"{stock.Shop} {stock.Sku} {stock.Count}").Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task After_a_failure_the_rows_keep_what_was_generated_as_after_Add_and_the_call_can_be_made_again()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<List<string>> seen = [];
        foreach (string call in (string[])["save", "insert", "upsert", "synchronize"])
        {
            await database.ExecuteAsync("DELETE FROM cards");
            List<Card> cards = [new() { Name = "a" }, new() { Name = new('x', 100) }, new() { Name = "b" }];
            await Assert.ThrowsAnyAsync<Exception>(() => StoreAsync(call, cards));
            Guid[] kept = [.. cards.Select(card => card.Id)];
            cards[1].Name = "short";
            await StoreAsync(call, cards);
            seen.Add([$"{kept.Distinct().Count()} {kept.Contains(Guid.Empty)} {kept.SequenceEqual(cards.Select(card => card.Id))}", .. (await database.QueryAsync("SELECT Name FROM cards ORDER BY Name")).Select(row => $"{row[0]}")]);
            context.ChangeTracker.Clear();
        }

        Assert.Equal(["3 False True", "a", "b", "short"], seen[0]);
        Assert.All(seen, each => Assert.Equal(seen[0], each));

        async Task StoreAsync(string call, List<Card> cards)
        {
            if (call == "insert")
            {
                await context.BulkInsertAsync(cards, cancellationToken: Token);
            }
            else if (call != "save")
            {
                await RunAsync(context, call, isAsync: true, cards);
            }
            else
            {
                if (context.Entry(cards[0]).State == EntityState.Detached)
                    context.AddRange(cards);
                await context.SaveChangesAsync(Token);
            }
        }
    }

    [Fact]
    public async Task Children_refer_to_parents_whose_keys_are_generated_in_the_same_call()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        Folder root = new() { Name = "root" };
        List<Folder> folders = [new() { Name = "b", Parent = root }, root, new() { Name = "a", Parent = root }];
        await context.BulkInsertOrUpdateAsync(folders, cancellationToken: Token);
        folders.ForEach(folder => folder.Name += "!");
        await context.BulkSynchronizeAsync(folders, new() { WholeTable = true }, Token);
        Assert.Equal(["a! root!", "b! root!", "root! "], (await context.Set<Folder>().Include(f => f.Parent).OrderBy(f => f.Name).ToListAsync(Token)).Select(f => $"{f.Name} {f.Parent?.Name}"));
    }

    private static async Task<BulkResult> RunAsync(ModelContext context, string call, bool isAsync, List<Card> cards) => call switch
    {
        "upsert" => await context.InsertOrUpdateAsync(isAsync, cards),
        "last wins" => await context.InsertOrUpdateAsync(isAsync, cards, new() { Duplicates = DuplicateRows.LastWins }),
        "if absent" => await context.InsertIfAbsentAsync(isAsync, cards),
        "stream" => await context.InsertOrUpdateAsync(isAsync, cards.Where(_ => true)),
        _ => await context.SynchronizeAsync(isAsync, cards, new() { WholeTable = true }),
    };

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model =>
    {
        model.Entity<Card>().ToTable("cards").Property(card => card.Name).HasMaxLength(40);
        model.Entity<Tag>().ToTable("tags").Property(tag => tag.Id).HasMaxLength(40).HasValueGenerator<Names>();
        model.Entity<Stock>(stock =>
        {
            stock.ToTable("stocks").HasIndex(s => new { s.Shop, s.Sku }).IsUnique();
            stock.Property(s => s.Sku).HasMaxLength(40);
            stock.Property(s => s.Shop).HasValueGenerator<Shops>();
        });
        model.Entity<Folder>().ToTable("folders");
    });

    private sealed class Card
    {
        public Guid Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Tag
    {
        public string? Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Stock
    {
        public Guid Id { get; set; }

        public int Shop { get; set; }

        public string Sku { get; set; } = "";

        public int Count { get; set; }
    }

    private sealed class Folder
    {
        public Guid Id { get; set; }

        public string Name { get; set; } = "";

        public Guid? ParentId { get; set; }

        public Folder? Parent { get; set; }
    }

    private sealed class Names : ValueGenerator<string>
    {
        public override bool GeneratesTemporaryValues => false;

        public override string Next(EntityEntry entry) => $"made {((Tag)entry.Entity).Name}";
    }

    private sealed class Shops : ValueGenerator<int>
    {
        public override bool GeneratesTemporaryValues => false;

        public override int Next(EntityEntry entry) => 42;
    }
}
