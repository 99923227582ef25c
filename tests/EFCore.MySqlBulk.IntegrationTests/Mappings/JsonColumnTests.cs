#if !POMELO
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>What a model maps to JSON is written as a column, with the text that <c>SaveChanges</c> writes. Pomelo maps nothing to JSON.</summary>
[BothServers]
public abstract class JsonColumnTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Owned_entities_and_collections(bool isAsync) => await (await ShopsAsync()).EveryStrategyAsync(isAsync);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Owned_entities_and_collections_that_are_tracked(bool isAsync) => await (await ShopsAsync()).TrackedAsync(isAsync);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Derived_types_have_documents_of_their_own(bool isAsync)
    {
        MappedAlike<Animal> animals = new(
            await servers.OfAsync(kind),
            static model =>
            {
                model.Entity<Animal>().ToTable("animals").Property(a => a.Id).ValueGeneratedNever();
                model.Entity<Dog>().OwnsOne(d => d.Collar, static collar => collar.ToJson());
            },
            static i => i % 3 == 0 ? new Animal { Id = i + 1, Name = $"a{i}" } : new Dog { Id = i + 1, Name = $"d{i}", Collar = i % 3 == 1 ? null : new() { Text = "red", Number = i } },
            static (animal, i) =>
            {
                animal.Name += "!";
                if (animal is Dog dog)
                    dog.Collar = dog.Collar is null ? new() { Text = $"new {i}", Number = i } : i % 2 == 0 ? null : dog.Collar;
            });
        await animals.EveryStrategyAsync(isAsync);
        await animals.TrackedAsync(isAsync);
    }

#if EFCORE10
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Complex_types_and_collections(bool isAsync)
    {
        MappedAlike<House> houses = new(await servers.OfAsync(kind), Houses, NewHouse, ChangeHouse);
        await houses.EveryStrategyAsync(isAsync);
        await houses.TrackedAsync(isAsync);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Only_the_selected_complex_values_are_written_and_accepted(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Houses);
        await using ModelContext context = database.Context();
        List<House> houses = [.. Enumerable.Range(0, 12).Select(NewHouse)];
        context.AddRange(houses);
        await context.InsertAsync(isAsync, houses);
        foreach (House house in houses)
        {
            house.Name = "later";
            house.Parts = [new() { Text = "new", Number = 7 }, new()];
            house.Main = new() { Text = "new" };
        }

        houses.ForEach(house => house.Spot = new() { X = 77 });
        await context.UpdateAsync(isAsync, houses, new() { Update = h => h.Spot });
        context.ChangeTracker.DetectChanges();
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM houses WHERE Name <> 'later' AND JSON_VALUE(Spot, '$.X') = 77"));
        Assert.All(houses, house => Assert.False(context.Entry(house).ComplexProperty(nameof(House.Spot)).Property(nameof(Spot.X)).IsModified));
        Assert.All(houses, house => Assert.True(context.Entry(house).Property(h => h.Name).IsModified));

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.UpdateAsync(isAsync, houses, new() { Update = h => h.Parts }));
        Assert.Equal(
            "Row 0 is tracked, and 'House.Parts' is or has a complex collection, which EF Core marks as stored only with its whole entity. Write all properties, or give entities that are not tracked.",
            refused.Message);
        await using (ModelContext other = database.Context())
            await other.UpdateAsync(isAsync, houses, new() { Update = h => h.Parts });
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM houses WHERE Name <> 'later' AND JSON_VALUE(Parts, '$[0].Text') = 'new' AND JSON_LENGTH(Parts) = 2"));
        await context.UpdateAsync(isAsync, houses, new() { OnlyModified = true });
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM houses WHERE Name = 'later' AND JSON_VALUE(Main, '$.Text') = 'new'"));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }
#endif

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Only_the_selected_documents_are_written(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Shop> shops = [.. Enumerable.Range(1, 12).Select(Make)];
        context.AddRange(shops);
        await context.InsertAsync(isAsync, shops);
        foreach (Shop shop in shops)
            (shop.Name, shop.Main, shop.Items) = ("later", NewDetails(77), [new() { Text = "only" }]);
        await context.UpdateAsync(isAsync, shops, new() { Update = s => s.Items });
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM shops WHERE Name <> 'later' AND JSON_VALUE(Items, '$[0].Text') = 'only' AND COALESCE(JSON_VALUE(Main, '$.Number'), 0) <> 77"));
        context.ChangeTracker.DetectChanges();
        Assert.All(shops, shop => Assert.Equal(EntityState.Unchanged, context.Entry(shop.Items![0]).State));
        Assert.All(shops, shop => Assert.NotEqual(EntityState.Unchanged, context.Entry(shop.Main!).State));
        await context.SaveChangesAsync(Token);
        await using ModelContext other = database.Context();
        await other.Set<Shop>().LoadAsync(Token);
        Assert.Equal(SeenState.Tracked(other), SeenState.Tracked(context));

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.UpdateAsync(isAsync, shops, new() { Update = s => s.Main!.Text }));
        Assert.Equal("BulkUpdateOptions.Update names 'Main.Text', which is part of the JSON document 'Main'. The document is written as a whole: name 'Main'.", refused.Message);
        InvalidOperationException modified = await Assert.ThrowsAsync<InvalidOperationException>(() => context.UpdateAsync(isAsync, shops, new() { OnlyModified = true }));
        Assert.Contains("'Shop.Address' has an entry of its own", modified.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Rows_are_looked_up_and_then_inserted_or_updated()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Shop> shops = [.. Enumerable.Range(1, 30).Select(Make)];
        await context.BulkInsertAsync(shops[..15], cancellationToken: Token);
        for (int i = 0; i < 15; i++)
            Change(shops[i], i);
        BulkResult done = await context.BulkInsertOrUpdateAsync(shops, cancellationToken: Token);
        Assert.Equal((15, 15), (done.RowsInserted, done.RowsUpdated));

        await using TestDatabase saved = await CreateAsync();
        await using ModelContext saving = saved.Context();
        List<Shop> theirs = [.. Enumerable.Range(1, 30).Select(Make)];
        saving.AddRange(theirs[..15]);
        await saving.SaveChangesAsync(Token);
        for (int i = 0; i < 15; i++)
            Change(theirs[i], i);
        saving.AddRange(theirs[15..]);
        await saving.SaveChangesAsync(Token);
        Assert.Equal(await SeenState.StoredAsync(saved, saving), await SeenState.StoredAsync(database, context));
        // What is there already is not written again.
        done = await context.BulkInsertOrUpdateAsync(shops, cancellationToken: Token);
        Assert.Equal(0, done.RowsInserted);
        Assert.Equal(30, (await context.Set<Shop>().BulkDeleteByKeyAsync(shops.Select(shop => shop.Id).ToList(), cancellationToken: Token)).RowsDeleted);
    }

    [Fact]
    public async Task Documents_are_synchronized_with_rows_that_differ_otherwise()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Shop> shops = [.. Enumerable.Range(1, 30).Select(Make)];
        await context.BulkInsertAsync(shops, cancellationToken: Token);

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkSynchronizeAsync(shops, new() { WholeTable = true }, Token));
        Assert.Contains("is stored as JSON, which BulkSynchronize cannot compare", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task Large_documents(BulkPipelining pipelining)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        saving.AddRange(Large());
        await saving.SaveChangesAsync(Token);
        BulkResult done = await context.BulkInsertAsync(Large(), new() { Pipelining = pipelining }, Token);
        Assert.Equal((12, pipelining == BulkPipelining.Always), ((int)done.RowsInserted, done.IsPipelined));
        const string Stored = "SELECT Name, SHA2(CONCAT(Items), 256), LENGTH(CONCAT(Items)) FROM shops ORDER BY Id";
        List<object?[]> rows = await sent.QueryAsync(Stored);
        Assert.Equal(await saved.QueryAsync(Stored), rows);
        Assert.All(rows, row => Assert.True(Convert.ToInt64(row[2], null) > 300_000));

        static List<Shop> Large() => [.. Enumerable.Range(1, 12).Select(i => new Shop { Name = $"s{i}", Items = [.. Enumerable.Range(0, 1_000).Select(j => NewDetails(j, new string('ä', 20 + i)))] })];
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_document_of_which_SaveChanges_replaces_one_value_is_equal_but_for_its_spaces(bool isAsync)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        List<Shop> theirs = [.. Enumerable.Range(1, 12).Select(NewShop)];
        List<Shop> mine = [.. Enumerable.Range(1, 12).Select(NewShop)];
        saving.AddRange(theirs);
        await saving.SaveChangesAsync(Token);
        await context.InsertAsync(isAsync, mine);
        foreach (Shop shop in theirs.Concat(mine))
            (shop.Main!.Bytes, shop.Items![1].Level) = ([1, 2, 3], Level.High);
        await saving.SaveChangesAsync(Token);
        await context.UpdateAsync(isAsync, mine);
        string stored = $"SELECT {Compact("Main")}, {Compact("Items")} FROM shops ORDER BY Id";
        Assert.Equal(await saved.QueryAsync(stored), await sent.QueryAsync(stored));

        string Compact(string column) => kind == ServerKind.MariaDb ? $"JSON_COMPACT({column})" : $"CONCAT({column})";

        static Shop NewShop(int i) => new() { Name = $"s{i}", Main = NewDetails(i), Items = [NewDetails(i), NewDetails(i + 1)] };
    }

    [Fact]
    public async Task A_value_that_JSON_does_not_know_is_refused_with_the_row()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Shop> shops = [.. Enumerable.Range(1, 12).Select(Make)];
        shops[4].Main = new() { Ratio = double.NaN };
        await using (ModelContext saving = database.Context())
        {
            saving.Add(shops[4]);
            await Assert.ThrowsAnyAsync<Exception>(() => saving.SaveChangesAsync(Token));
        }

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(shops, cancellationToken: Token));
        Assert.Equal(4, refused.RowIndex);
        Assert.Contains("'Shop.Main' cannot be written as JSON: ", refused.Message, StringComparison.Ordinal);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM shops"));

        (shops[4].Main, shops[7].Items) = (null, [NewDetails(1), null!]);
        await using (ModelContext saving = database.Context())
            await Assert.ThrowsAnyAsync<Exception>(() => Task.FromResult(saving.Add(shops[7])));
        refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(shops, cancellationToken: Token));
        Assert.Equal(7, refused.RowIndex);
        Assert.Contains("'Shop.Items' cannot be written as JSON: an element of a collection of entities is null.", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task SaveChanges_in_bulk_sends_whole_documents_in_multi_row_statements(bool isAsync)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context(o => o.UseMySqlBulk());
        List<Shop> theirs = [.. Enumerable.Range(1, 30).Select(NewShop)];
        List<Shop> mine = [.. Enumerable.Range(1, 30).Select(NewShop)];
        saving.AddRange(theirs);
        context.AddRange(mine);
        Assert.Contains(context.ExplainSaveChanges().Steps, step => step.Strategy == BulkStrategy.MultiRowValues);
        await SaveAsync();
        for (int i = 0; i < 30; i++)
        {
            (theirs[i].Name, theirs[i].Main, theirs[i].Items) = (theirs[i].Name + "!", NewDetails(i + 50), [NewDetails(i)]);
            (mine[i].Name, mine[i].Main, mine[i].Items) = (mine[i].Name + "!", NewDetails(i + 50), [NewDetails(i)]);
        }

        Assert.Contains(context.ExplainSaveChanges().Steps, step => step.Strategy == BulkStrategy.ValuesJoin);
        await SaveAsync();
        // One value of a document is left to the provider.
        theirs.ForEach(shop => shop.Main!.Text = "changed");
        mine.ForEach(shop => shop.Main!.Text = "changed");
        await SaveAsync();
        Assert.Equal(SeenState.Tracked(saving), SeenState.Tracked(context));

        async Task SaveAsync()
        {
            await saving.SaveChangesAsync(Token);
            if (isAsync)
                await context.BulkSaveChangesAsync(cancellationToken: Token);
            else
                context.BulkSaveChanges();
            Assert.Equal(await SeenState.StoredAsync(saved, saving), await SeenState.StoredAsync(sent, context));
        }

        static Shop NewShop(int i) => new() { Name = $"s{i}", Main = NewDetails(i), Items = [NewDetails(i), NewDetails(i + 1)] };
    }

    private async Task<MappedAlike<Shop>> ShopsAsync() => new(await servers.OfAsync(kind), Shops, Make, Change);

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(Shops);

    private static Shop Make(int i) => new()
    {
        Name = $"s{i}",
        Main = i % 4 == 0 ? null : NewDetails(i),
        Items = i % 5 == 0 ? null : [.. Enumerable.Range(i, i % 4).Select(j => NewDetails(j))],
        Address = new() { Street = $"strasse {i}" },
    };

    // A document is replaced, or several of its values change: for a single one SaveChanges writes another text on MariaDB.
    private static void Change(Shop shop, int i)
    {
        shop.Name += "!";
        shop.Address!.Street += "?";
        if (i % 5 == 0)
            shop.Main = null;
        else if (shop.Main is null || i % 5 == 1)
            shop.Main = NewDetails(i + 100);
        else
            (shop.Main.Text, shop.Main.IsOpen, shop.Main.Number, shop.Main.Inner) = ($"{shop.Main.Text} changed \" {i}", !shop.Main.IsOpen, null, i % 2 == 0 ? null : new() { Code = "fr", Sizes = [1] });
        if (shop.Items is null || i % 3 == 0)
            shop.Items = [NewDetails(i + 7), NewDetails(i + 8), NewDetails(i + 9)];
        else if (i % 3 == 1)
            shop.Items.Clear();
        else
            shop.Items.Add(NewDetails(i));
    }

    private static Details NewDetails(int i, string text = "it's \\ \"ß\" \t€ 😀 </script>") => new()
    {
        Text = i % 6 == 5 ? null : text,
        Number = i % 2 == 0 ? null : i,
        Level = (Level)(i % 3),
        Size = i + 0.25m,
        Ratio = i / 3.0,
        Day = new(2020, 1, 1 + (Math.Abs(i) % 28)),
        Time = new DateTime(2021, 2, 3, 4, 5, 6).AddTicks(i * 10L),
        Id = new($"00000000-0000-0000-0000-{Math.Abs(i):D12}"),
        Bytes = [(byte)i, 0, 255],
        IsOpen = i % 2 == 0,
        Span = TimeSpan.FromMinutes(i),
        Inner = i % 3 == 0 ? null : new() { Code = "de", Sizes = [.. Enumerable.Range(0, Math.Abs(i) % 3)], More = [new() { Text = "a" }, new()] },
    };

    private static void Shops(ModelBuilder model) => model.Entity<Shop>(shop =>
    {
        shop.ToTable("shops").Property(s => s.Name).HasMaxLength(40);
        shop.OwnsOne(s => s.Main, Owned);
        shop.OwnsMany(s => s.Items, Owned);
        shop.OwnsOne(s => s.Address);

        static void Owned<TOwner>(Microsoft.EntityFrameworkCore.Metadata.Builders.OwnedNavigationBuilder<TOwner, Details> part)
            where TOwner : class
        {
            part.ToJson();
            part.Property(d => d.Level).HasConversion<string>();
            part.Property(d => d.Size).HasJsonPropertyName("sz é").HasPrecision(20, 4);
            part.OwnsOne(d => d.Inner, inner => inner.HasJsonPropertyName("in é").OwnsMany(n => n.More));
        }
    });

#if EFCORE10
    private static House NewHouse(int i) => new()
    {
        Name = $"h{i}",
        Main = NewDetails(i),
        Spare = i % 3 == 0 ? null : NewDetails(i + 1),
        Spot = i % 4 == 0 ? null : new() { X = i, Y = i / 2.0 },
        Parts = [.. Enumerable.Range(i, i % 4).Select(j => NewDetails(j))],
    };

    private static void ChangeHouse(House house, int i)
    {
        house.Name += "!";
        house.Main.Text = $"changed {i}";
        house.Spare = i % 2 == 0 ? null : NewDetails(i + 50);
        house.Spot = i % 5 == 0 ? null : new() { X = -i };
        if (i % 3 == 0)
            house.Parts.Add(NewDetails(i + 5));
        else if (i % 3 == 1)
            house.Parts.Clear();
        else if (house.Parts.Count > 0)
            house.Parts[0].Number = 1_000 + i;
    }

    private static void Houses(ModelBuilder model) => model.Entity<House>(house =>
    {
        house.ToTable("houses").Property(h => h.Name).HasMaxLength(40);
        house.ComplexProperty(h => h.Main, part => Complex(part));
        house.ComplexProperty(h => h.Spare, part => Complex(part!));
        house.ComplexProperty(h => h.Spot).ToJson();
        house.ComplexCollection(h => h.Parts, part =>
        {
            part.ToJson();
            part.Property(d => d.Level).HasConversion<string>();
            part.ComplexProperty(d => d.Inner, inner => inner.HasJsonPropertyName("in \"é").ComplexCollection(n => n.More));
        });

        static void Complex(Microsoft.EntityFrameworkCore.Metadata.Builders.ComplexPropertyBuilder<Details> part)
        {
            part.ToJson();
            part.Property(d => d.Level).HasConversion<string>();
            part.ComplexProperty(d => d.Inner, inner => inner.HasJsonPropertyName("in \"é").ComplexCollection(n => n.More));
        }
    });

    private sealed class House
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Details Main { get; set; } = new();

        public Details? Spare { get; set; }

        public Spot? Spot { get; set; }

        public List<Details> Parts { get; set; } = [];
    }

    private struct Spot
    {
        public int X { get; set; }

        public double Y { get; set; }
    }
#endif

    private enum Level
    {
        Low,
        Middle,
        High,
    }

    private sealed class Shop
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Details? Main { get; set; }

        public List<Details>? Items { get; set; }

        public Address? Address { get; set; }
    }

    private sealed class Address
    {
        public string Street { get; set; } = "";
    }

    private sealed class Details
    {
        private int? _number;

        public string? Text { get; set; }

        public int? Number { get => _number; set => _number = value; }

        public Level Level { get; set; }

        public decimal Size { get; set; }

        public double Ratio { get; set; }

        public DateOnly Day { get; set; }

        public DateTime Time { get; set; }

        public Guid Id { get; set; }

        public byte[]? Bytes { get; set; }

        public bool IsOpen { get; set; }

        public TimeSpan Span { get; set; }

        public Inner? Inner { get; set; }
    }

    private sealed class Inner
    {
        public string Code { get; set; } = "";

        public List<int> Sizes { get; set; } = [];

        public List<Word> More { get; set; } = [];
    }

    private sealed class Word
    {
        public string? Text { get; set; }
    }

    private sealed class Dog : Animal
    {
        public Collar? Collar { get; set; }
    }

    private sealed class Collar
    {
        public string? Text { get; set; }

        public int Number { get; set; }
    }
}
#endif
