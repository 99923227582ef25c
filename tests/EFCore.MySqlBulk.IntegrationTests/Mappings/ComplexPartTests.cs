using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Complex types that may be null (EF Core 10), and those with shadow properties, are written as <c>SaveChanges</c> writes them.</summary>
[BothServers]
public abstract class ComplexPartTests(Servers servers, ServerKind kind)
{
#if EFCORE10
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_complex_type_that_may_be_null(bool isAsync)
    {
        MappedAlike<House> houses = new(await servers.OfAsync(kind), Houses, static i => new House { Name = $"h{i}", Address = i % 4 == 0 ? null : NewAddress(i), Spot = i % 3 == 0 ? null : new() { X = i, Y = i / 2.0 } }, Change);
        await houses.EveryStrategyAsync(isAsync);
        await houses.TrackedAsync(isAsync);

        static void Change(House house, int i)
        {
            house.Name += "!";
            if (i % 5 == 0)
                house.Address = null;
            else if (i % 5 == 1)
                house.Address = NewAddress(i + 100);
            else if (house.Address is { } address)
                (address.Number, address.Land) = (null, i % 2 == 0 ? null : new() { Code = "fr", Opened = new(2000, 1, 2) });
            house.Spot = i % 2 == 0 ? new() { X = -i } : null;
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Only_the_selected_columns_are_written(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Houses);
        await using ModelContext context = database.Context();
        List<House> houses = [.. Enumerable.Range(0, 12).Select(i => new House { Name = $"h{i}", Address = NewAddress(i), Spot = new() { X = 1 } })];
        await context.InsertAsync(isAsync, houses);
        foreach (House house in houses)
            (house.Name, house.Address!.Street, house.Address.Number, house.Spot) = ("no", "yes", 777, new() { X = 5, Y = 5 });
        await context.UpdateAsync(isAsync, houses, new() { Update = h => new { h.Address!.Street, h.Spot!.Value.X } });
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM houses WHERE Address_Street = 'yes' AND Spot_X = 5 AND Spot_Y = 0 AND Name <> 'no' AND COALESCE(Address_Number, 0) <> 777"));
        List<House> tracked = await context.Set<House>().ToListAsync(Token);
        tracked.ForEach(house => (house.Name, house.Address) = ("later", null));
        await context.UpdateAsync(isAsync, tracked, new() { Update = h => h.Address });
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM houses WHERE Address_Street IS NULL AND Address_Number IS NULL AND Address_Land_Code IS NULL AND Spot_X = 5 AND Name <> 'later'"));
        context.ChangeTracker.DetectChanges();
        Assert.All(tracked, house => Assert.Equal(["Name"], context.Entry(house).Metadata.GetFlattenedProperties().Where(property => context.Entry(house).Property(property).IsModified).Select(property => property.Name)));
    }

    private static Address NewAddress(int i) => new()
    {
        Street = $"strasse \\ {i} ß",
        Number = i % 2 == 0 ? null : i,
        Sort = (Sort)(i % 2),
        Land = i % 3 == 0 ? null : new() { Code = "de", Opened = i % 2 == 0 ? null : new(2020, 1, 1 + (i % 28)) },
    };

    private static void Houses(ModelBuilder model) => model.Entity<House>(house =>
    {
        house.ToTable("houses").Property(h => h.Name).HasMaxLength(40);
        house.ComplexProperty(h => h.Address, address =>
        {
            address.Property(a => a!.Sort).HasConversion<string>().HasMaxLength(10);
            address.ComplexProperty(a => a!.Land);
        });
        house.ComplexProperty(h => h.Spot);
    });
    // With a tracked entity, EF Core's own SaveChanges leaves it modified (10.0).
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_discriminator_of_a_complex_type(bool isAsync)
    {
        MappedAlike<Room> rooms = new(
            await servers.OfAsync(kind), static model => model.Entity<Room>().ToTable("rooms").ComplexProperty(r => r.Door, door => door.HasDiscriminator<string>("Sort").HasValue("plain")),
            static i => new Room { Door = new() { Colour = $"c{i}" } }, static (room, i) => room.Door.Colour += $"!{i}");
        await rooms.EveryStrategyAsync(isAsync);
    }
#else
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Shadow_properties_of_a_complex_type(bool isAsync)
    {
        MappedAlike<Room> rooms = new(await servers.OfAsync(kind), Rooms, static i => new Room { Door = new() { Colour = $"c{i}" } }, static (room, i) => room.Door.Colour += $"!{i}");
        await rooms.EveryStrategyAsync(isAsync);
        await rooms.TrackedAsync(isAsync);

        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Rooms);
        await using ModelContext context = database.Context();
        List<Room> tracked = [.. Enumerable.Range(0, 12).Select(i => new Room { Door = new() { Colour = $"c{i}" } })];
        context.AddRange(tracked);
        tracked.ForEach(room => context.Entry(room).ComplexProperty(r => r.Door).Property("Height").CurrentValue = 7);
        await context.InsertAsync(isAsync, tracked);
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM rooms WHERE Door_Height = 7"));
        tracked.ForEach(room => context.Entry(room).ComplexProperty(r => r.Door).Property("Height").CurrentValue = 8);
        await context.UpdateAsync(isAsync, tracked);
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM rooms WHERE Door_Height = 8"));
        Assert.Equal(0, await context.SaveChangesAsync(Token));

        // What is not known stays as it is, as with Update.
        context.ChangeTracker.Clear();
        tracked.ForEach(room => room.Door = new() { Colour = "new" });
        await context.UpdateAsync(isAsync, tracked);
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM rooms WHERE Door_Height = 8 AND Door_Colour = 'new'"));
    }

    private static void Rooms(ModelBuilder model) => model.Entity<Room>(room =>
    {
        room.ToTable("rooms");
        room.ComplexProperty(r => r.Door, door =>
        {
            door.Property<int>("Height");
            door.Property<string?>("Note");
        });
    });
#endif

#if EFCORE10
    private enum Sort
    {
        Home,
        Work,
    }

    private sealed class House
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Address? Address { get; set; }

        public Spot? Spot { get; set; }
    }

    private sealed class Address
    {
        public string Street { get; set; } = "";

        public int? Number { get; set; }

        public Sort Sort { get; set; }

        public Land? Land { get; set; }
    }

    private sealed class Land
    {
        public string Code { get; set; } = "";

        public DateOnly? Opened { get; set; }
    }

    private struct Spot
    {
        public int X { get; set; }

        public double Y { get; set; }
    }
#endif

    private sealed class Room
    {
        public int Id { get; set; }

        public Door Door { get; set; } = new();
    }

    private sealed class Door
    {
        public string Colour { get; set; } = "";
    }
}
