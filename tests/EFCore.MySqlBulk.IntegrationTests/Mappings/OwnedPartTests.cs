using System.ComponentModel.DataAnnotations.Schema;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Owned entities in their owner's table are written with its row, as <c>SaveChanges</c> does it, whether they are there or not.</summary>
[BothServers]
public abstract class OwnedPartTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Untracked_owners(bool isAsync) => await (await ShopsAsync()).EveryStrategyAsync(isAsync);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Tracked_owners(bool isAsync) => await (await ShopsAsync()).TrackedAsync(isAsync);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Derived_types_have_parts_of_their_own(bool isAsync)
    {
        MappedAlike<Animal> animals = new(await servers.OfAsync(kind), Animals, static i => i % 3 == 0
            ? new Animal { Id = i + 1, Name = $"a{i}" }
            : new Dog { Id = i + 1, Name = $"d{i}", Collar = i % 3 == 1 ? null : new() { Colour = "red", Size = i } },
            static (animal, i) =>
            {
                animal.Name += "!";
                if (animal is Dog dog)
                    dog.Collar = dog.Collar is null ? new() { Colour = $"new {i}", Size = i } : i % 2 == 0 ? null : dog.Collar;
            });
        await animals.EveryStrategyAsync(isAsync);
        await animals.TrackedAsync(isAsync);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Only_the_selected_columns_of_a_part_are_written(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Shop> shops = [.. Enumerable.Range(1, 12).Select(Make)];
        await context.InsertAsync(isAsync, shops);
        foreach (Shop shop in shops)
            (shop.Name, shop.Address, shop.Main.Note) = ("no", new() { Street = "yes", Land = new() { Code = "de" }, Number = 777 }, "no");
        await context.UpdateAsync(isAsync, shops, new() { Update = s => new { s.Address!.Street, s.Address.Land!.Code } });
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM shops WHERE Address_Street = 'yes' AND Address_Land_Code = 'de' AND COALESCE(Address_Number, 0) <> 777 AND Name <> 'no' AND Main_Note <> 'no'"));

        await context.UpdateAsync(isAsync, shops, new() { Update = s => s.Address });
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM shops WHERE Address_Number = 777 AND Main_Note <> 'no'"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_selected_part_is_accepted_and_nothing_else(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Shop> shops = [.. Enumerable.Range(1, 12).Select(Make)];
        context.AddRange(shops);
        await context.InsertAsync(isAsync, shops);
        for (int i = 0; i < shops.Count; i++)
        {
            shops[i].Name = $"later {i}";
            shops[i].Main.Note = "later";
            Change(shops[i], i);
        }

        await context.UpdateAsync(isAsync, shops, new() { Update = s => s.Address });
        context.ChangeTracker.DetectChanges();
        Assert.All(shops, shop => Assert.Equal((EntityState.Modified, EntityState.Modified), (context.Entry(shop).State, context.Entry(shop.Main).State)));
        Assert.DoesNotContain(context.ChangeTracker.Entries(), entry => entry.Metadata.DisplayName().Contains("Shop.Address", StringComparison.Ordinal) && entry.State != EntityState.Unchanged);
        await context.SaveChangesAsync(Token);
        await using ModelContext other = database.Context();
        Assert.Equal(SeenState.Tracked(await LoadedAsync(other)), SeenState.Tracked(context));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_failed_call_leaves_parts_as_they_were(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.InsertAsync(isAsync, [new Shop { Name = "there" }]);
        List<Shop> shops = [.. Enumerable.Range(1, 12).Select(Make)];
        shops[5].Name = "there";
        context.AddRange(shops);
        List<string> before = [.. SeenState.Tracked(context)];
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, shops));
        Assert.Equal((5, 1062), (refused.RowIndex, refused.ErrorNumber));
        Assert.Equal(before, SeenState.Tracked(context));

        shops[5].Name = "s6";
        await context.InsertAsync(isAsync, shops);
        for (int i = 0; i < shops.Count; i++)
            Change(shops[i], i);
        shops[7].Name = "there";
        context.ChangeTracker.DetectChanges();
        before = [.. SeenState.Tracked(context)];
        refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.UpdateAsync(isAsync, shops));
        Assert.Equal((7, 1062), (refused.RowIndex, refused.ErrorNumber));
        Assert.Equal(before, SeenState.Tracked(context));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_required_part_that_is_missing_is_refused_by_the_server_as_with_SaveChanges(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using (ModelContext saving = database.Context())
        {
            saving.Add(new Shop { Name = "a", Main = null! });
            DbUpdateException unsaved = await Assert.ThrowsAsync<DbUpdateException>(() => saving.SaveChangesAsync(Token));
            Assert.Contains("Main_Note", unsaved.InnerException!.Message, StringComparison.Ordinal);
        }

        await using ModelContext context = database.Context();
        List<Shop> shops = [.. Enumerable.Range(1, 12).Select(Make)];
        shops[3].Main = null!;
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, shops));
        Assert.Equal(3, refused.RowIndex);
        Assert.Contains("Main_Note", refused.Message, StringComparison.Ordinal);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM shops"));
    }

    [Fact]
    public async Task Nothing_is_said_to_be_left_out()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        BulkExplanation plan = await context.ExplainBulkInsertAsync(Enumerable.Range(1, 12).Select(Make).ToList(), cancellationToken: Token);
        Assert.Empty(plan.Warnings);
        Assert.Contains("Address_Land_Code", plan.Columns);
        Assert.Equal(plan.Columns.Distinct(), plan.Columns);
    }

    private static async Task<ModelContext> LoadedAsync(ModelContext context)
    {
        await context.Set<Shop>().LoadAsync(Token);
        return context;
    }

    private async Task<MappedAlike<Shop>> ShopsAsync() => new(await servers.OfAsync(kind), Shops, Make, Change);

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(Shops);

    private static Shop Make(int i) => new()
    {
        Name = $"s{i}",
        Address = i % 4 == 0 ? null : NewAddress(i),
        Billing = i % 3 == 0 ? null : new() { Street = $"bill {i}", Number = -i },
        Main = new() { Note = $"it's {i}", Since = new(2020, 1, 1 + (i % 28)), Place = new() { East = i + 0.5, North = -i } },
    };

    // Values of a part change, a part comes, goes, or is replaced.
    private static void Change(Shop shop, int i)
    {
        shop.Name += "!";
        shop.Main.Note += "?";
        if (i % 5 == 0)
            shop.Address = null;
        else if (i % 5 == 1)
            shop.Address = NewAddress(i + 100);
        else if (shop.Address is { } address)
            (address.Street, address.Number, address.Land) = (null, null, i % 2 == 0 ? null : new() { Code = "fr", Size = i + 0.25m });
        if (i % 7 == 1)
            shop.Billing = shop.Billing is null ? new() { Street = "new" } : null;
    }

    private static Address NewAddress(int i) => new()
    {
        Street = i % 2 == 0 ? null : $"strasse \\ {i} ß",
        Number = i,
        Sort = (Sort)(i % 3),
        Land = i % 3 == 0 ? null : new() { Code = "de", Size = i % 2 == 0 ? null : i * 1.25m },
    };

    private static void Shops(ModelBuilder model) => model.Entity<Shop>(shop =>
    {
        shop.ToTable("shops").Property(s => s.Name).HasMaxLength(40);
        shop.HasIndex(s => s.Name).IsUnique();
        shop.Property(s => s.Version).IsConcurrencyToken();
        Address(shop.OwnsOne(s => s.Address));
        Address(shop.OwnsOne(s => s.Billing));
        shop.OwnsOne(s => s.Main);
        shop.Navigation(s => s.Main).IsRequired();

        static void Address(OwnedNavigationBuilder<Shop, Address> address)
        {
            address.Property(a => a.Sort).HasConversion<string>().HasMaxLength(10);
            address.OwnsOne(a => a.Land, land => land.Property(l => l.Size).HasPrecision(10, 2));
        }
    });

    private static void Animals(ModelBuilder model)
    {
        model.Entity<Animal>().ToTable("animals").Property(a => a.Id).ValueGeneratedNever();
        model.Entity<Dog>().OwnsOne(d => d.Collar);
    }

    private enum Sort
    {
        Home,
        Work,
        Other,
    }

    private sealed class Shop
    {
        private Address? _address;

        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Version { get; set; }

        public Address? Address { get => _address; set => _address = value; }

        public Address? Billing { get; set; }

        public Details Main { get; set; } = new();
    }

    private sealed class Address
    {
        public string? Street { get; set; }

        public int? Number { get; set; }

        public Sort Sort { get; set; }

        public Land? Land { get; set; }
    }

    [ComplexType]
    private sealed class Place
    {
        public double East { get; set; }

        public double North { get; set; }
    }

    private sealed class Land
    {
        public string Code { get; set; } = "";

        public decimal? Size { get; set; }
    }

    private sealed class Details
    {
        public string Note { get; set; } = "";

        public DateOnly Since { get; set; }

        public Place Place { get; set; } = new();
    }

    private sealed class Dog : Animal
    {
        public Collar? Collar { get; set; }
    }

    private sealed class Collar
    {
        public string Colour { get; set; } = "";

        public int Size { get; set; }
    }
}
