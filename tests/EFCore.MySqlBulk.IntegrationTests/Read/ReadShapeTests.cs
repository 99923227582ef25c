using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Read;

/// <summary>Entities of every mapping are read, whole, as <c>Find</c> reads them.</summary>
[BothServers]
public abstract class ReadShapeTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData("TPH")]
    [InlineData("TPT")]
    [InlineData("TPC")]
    public async Task Hierarchies_are_read_by_the_keys_of_their_root_and_of_their_branches(string mapping)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            model.Entity<Animal>(animal =>
            {
                animal.Property(a => a.Id).ValueGeneratedNever();
                if (mapping == "TPT")
                    animal.UseTptMappingStrategy();
                else if (mapping == "TPC")
                    animal.UseTpcMappingStrategy();
            });
            model.Entity<Dog>();
            model.Entity<Cat>();
        });
        await using (ModelContext saving = database.Context())
        {
            saving.AddRange(new Dog { Id = 1, Name = "d", Bark = 11 }, new Cat { Id = 2, Name = "c", Lives = 9 }, new Dog { Id = 3, Name = "e", Bark = 33 });
            await saving.SaveChangesAsync(Token);
        }

        await using ModelContext context = database.Context();
        List<Animal?> animals = await context.Set<Animal>().BulkReadAsync([3, 2, 7], cancellationToken: Token);
        List<Dog?> dogs = await context.Set<Dog>().BulkReadAsync([3, 2, 1], cancellationToken: Token);
        List<Dog> filtered = await context.Set<Animal>().OfType<Dog>().WhereKeys([1, 2]).ToListAsync(Token);
        List<Animal> barking = await context.Set<Animal>().WhereIn(a => ((Dog)a).Bark, [33, 9]).ToListAsync(Token);

        Assert.Equal([33, 9, null], animals.Select(animal => (animal as Dog)?.Bark ?? (animal as Cat)?.Lives));
        Assert.Equal([33, null, 11], dogs.Select(dog => dog?.Bark));
        Assert.Same(animals[0], dogs[0]);
        Assert.Equal([1], filtered.Select(dog => dog.Id));
        Assert.Equal([3], barking.Select(animal => animal.Id));
    }

    [Fact]
    public async Task Owned_parts_collections_and_shared_types_are_read_with_their_entities()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model =>
        {
            model.Entity<House>(house =>
            {
                house.Property(h => h.Id).ValueGeneratedNever();
                house.OwnsOne(h => h.Door);
                house.OwnsMany(h => h.Rooms);
                house.Property<Guid>("Code");
                house.HasAlternateKey("Code");
            });
            model.SharedTypeEntity<Tag>("OldTags").Property(t => t.Id).ValueGeneratedNever();
            model.SharedTypeEntity<Tag>("NewTags").Property(t => t.Id).ValueGeneratedNever();
        });
        Guid[] codes = [Guid.NewGuid(), Guid.NewGuid()];
        await using (ModelContext saving = database.Context())
        {
            for (int i = 0; i < 2; i++)
                saving.Add(new House { Id = i, Door = new() { Color = $"c{i}" }, Rooms = { new() { Area = i + 1 }, new() { Area = i + 2 } } }).Property("Code").CurrentValue = codes[i];
            saving.Set<Tag>("OldTags").Add(new() { Id = 1, Text = "old" });
            saving.Set<Tag>("NewTags").Add(new() { Id = 1, Text = "new" });
            await saving.SaveChangesAsync(Token);
        }

        await using ModelContext context = database.Context();
        List<House?> houses = await context.Set<House>().BulkReadAsync([1, 5, 0], cancellationToken: Token);
        List<House?> byCode = await context.Set<House>().AsNoTracking().BulkReadAsync([codes[1], Guid.Empty], new() { Match = h => EF.Property<Guid>(h, "Code") }, Token);
        List<Tag?> tags = await context.Set<Tag>("NewTags").BulkReadAsync([1, 2], cancellationToken: Token);

        Assert.Equal(["c1", null, "c0"], houses.Select(house => house?.Door.Color));
        Assert.Equal([2, 3], houses[0]!.Rooms.Select(room => room.Area).Order());
        Assert.Equal([1, null], byCode.Select(house => house?.Id));
        Assert.Equal(2, byCode[0]!.Rooms.Count);
        Assert.Equal(["new", null], tags.Select(tag => tag?.Text));
        Assert.Equal("old", (await context.Set<Tag>("OldTags").WhereKeys([1]).SingleAsync(Token)).Text);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_entity_in_two_tables_is_read_from_both(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model =>
            model.Entity<Dog>().ToTable("dogs").SplitToTable("barks", part => part.Property(d => d.Bark)).Property(d => d.Id).ValueGeneratedNever());
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(1, 40).Select(i => new Dog { Id = i, Name = $"d{i}", Bark = i * 11 }).ToList(), cancellationToken: Token);
        int[] keys = [3, 99, 40, 1];

        List<Dog?> dogs = isAsync ? await context.Set<Dog>().AsNoTracking().BulkReadAsync(keys, cancellationToken: Token) : context.Set<Dog>().AsNoTracking().BulkRead(keys);
        List<Dog> byBark = await context.Set<Dog>().AsNoTracking().WhereIn(d => d.Bark, [440, 7]).ToListAsync(Token);

        Assert.Equal(["3 d3 33", null, "40 d40 440", "1 d1 11"], dogs.Select(dog => dog is null ? null : $"{dog.Id} {dog.Name} {dog.Bark}"));
        Assert.Equal([40], byBark.Select(dog => dog.Id));
    }

    [Fact]
    public async Task A_transaction_sees_its_own_rows()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Tag>().Property(t => t.Id).ValueGeneratedNever());
        await using ModelContext context = database.Context();
        await using (await context.Database.BeginTransactionAsync(Token))
        {
            await context.BulkInsertAsync([new Tag { Id = 1, Text = "mine" }], cancellationToken: Token);
            Assert.Equal("mine", (await context.Set<Tag>().BulkReadAsync([1], cancellationToken: Token))[0]?.Text);
        }

        Assert.Equal([null], await context.Set<Tag>().BulkReadAsync([1], cancellationToken: Token));
    }

    private abstract class Animal
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Dog : Animal
    {
        public int Bark { get; set; }
    }

    private sealed class Cat : Animal
    {
        public int Lives { get; set; }
    }

    private sealed class House
    {
        public int Id { get; set; }

        public Door Door { get; set; } = new();

        public List<Room> Rooms { get; } = [];
    }

    private sealed class Door
    {
        public string Color { get; set; } = "";
    }

    private sealed class Room
    {
        public int Id { get; set; }

        public int Area { get; set; }
    }

    private sealed class Tag
    {
        public int Id { get; set; }

        public string Text { get; set; } = "";
    }
}
