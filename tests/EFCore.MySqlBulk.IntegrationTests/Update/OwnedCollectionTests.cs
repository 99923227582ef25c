using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Update;

/// <summary>What entities own in tables of their own is made equal to what they hold when they are updated, and is deleted with them.</summary>
[BothServers]
public abstract class OwnedCollectionTests(Servers servers, ServerKind kind)
{
    private const int Rows = 60;

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(false, true)]
    public async Task An_update_stores_what_owners_hold(bool isAsync, bool isStream)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<House> houses = New();
        await context.InsertAsync(isAsync, houses);
        foreach (House house in houses)
            Change(house);

        BulkResult done = await context.UpdateAsync(isAsync, isStream ? houses.Select(house => house) : houses);

        Assert.Equal(Rows, done.RowsUpdated);
        Assert.Equal(houses.SelectMany(Shown).Order(StringComparer.Ordinal), await StoredAsync(database));
        done = await context.UpdateAsync(isAsync, houses);
        Assert.Equal(Rows, done.RowsUpdated);
        Assert.Equal(houses.SelectMany(Shown).Order(StringComparer.Ordinal), await StoredAsync(database));
    }

    [Fact]
    public async Task What_is_stored_already_is_not_written()
    {
        await using TestDatabase database = await CreateAsync(withWindows: false);
        await using ModelContext context = database.Context();
        List<House> houses = New();
        await context.BulkInsertAsync(houses, null, Token);
        string others = $"SELECT * FROM rooms WHERE HouseId <> {houses[7].Id} ORDER BY Id";
        List<object?[]> before = await database.QueryAsync(others);
        houses.ForEach(house => house.Name += "!");
        houses[7].Rooms.Add(new() { Name = "one more" });

        await context.BulkUpdateAsync(houses, null, Token);

        Assert.Equal(before, await database.QueryAsync(others));
        Assert.Equal(houses.Sum(house => house.Rooms.Count), await database.CountAsync("SELECT COUNT(*) FROM rooms"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Objects_with_keys_of_their_own_are_updated_under_them(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Shelf>().ToTable("shelves").OwnsMany(s => s.Books, book =>
        {
            book.ToTable("books").WithOwner().HasForeignKey(b => b.ShelfId);
            book.HasKey(b => new { b.ShelfId, b.Place });
            book.Property(b => b.Place).ValueGeneratedNever();
        }));
        await using ModelContext context = database.Context();
        List<Shelf> shelves = [.. Enumerable.Range(1, Rows).Select(i => new Shelf { Books = [.. Enumerable.Range(1, i % 5).Select(j => new Book { Place = j, Title = $"{i} {j}", Cover = [(byte)j] })] })];
        await context.InsertAsync(isAsync, shelves);
        foreach (Shelf shelf in shelves)
        {
            shelf.Size++;
            if (shelf.Books.Count > 2)
                shelf.Books.RemoveAt(0);
            if (shelf.Books.Count > 1)
                (shelf.Books[1].Title, shelf.Books[1].Cover) = (shelf.Books[1].Title + "!", [9, 9]);
            // Keys that the class has are the caller's, the owner's key too.
            shelf.Books.Add(new() { Place = 77, Title = $"new of {shelf.Id}" });
        }

        await context.UpdateAsync(isAsync, shelves);

        Assert.Equal(
            shelves.SelectMany(shelf => shelf.Books.Select(book => $"{shelf.Id} {book.Place} {book.Title} {Convert.ToHexString(book.Cover)}")).Order(StringComparer.Ordinal),
            (await database.QueryAsync("SELECT ShelfId, Place, Title, HEX(Cover) FROM books")).Select(row => string.Join(' ', row)).Order(StringComparer.Ordinal));
        Assert.All(shelves, shelf => Assert.All(shelf.Books, book => Assert.Equal(shelf.Id, book.ShelfId)));
    }

    [Fact]
    public async Task A_selection_leaves_what_is_owned_alone_and_a_missing_owner_is_passed_over()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<House> houses = New();
        await context.BulkInsertAsync(houses, null, Token);
        List<string> before = await StoredAsync(database);
        houses.ForEach(house => house.Rooms.Clear());
        await context.BulkUpdateAsync(houses, new() { Update = house => house.Size }, Token);
        Assert.Equal(before, await StoredAsync(database));
        List<House> bare = [.. houses.Select(house => new House { Id = house.Id, Name = house.Name, Rooms = null!, Address = house.Address })];
        await context.BulkUpdateAsync(bare, null, Token);
        Assert.Equal(before, await StoredAsync(database));

        await database.ExecuteAsync($"DELETE FROM houses WHERE Id = {houses[3].Id}");
        houses[3].Rooms.Add(new() { Name = "of nobody" });
        await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.BulkUpdateAsync(houses, null, Token));
        Assert.Equal(before.Count(row => !row.Contains($" {houses[3].Name}", StringComparison.Ordinal)), (await StoredAsync(database)).Count);
        BulkResult done = await context.BulkUpdateAsync(houses, new() { NotFound = NotFoundRows.Ignore }, Token);
        Assert.Equal(Rows - 1, done.RowsUpdated);
        Assert.Equal(houses.Where(house => house != houses[3]).SelectMany(Shown).Order(StringComparer.Ordinal), await StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_delete_needs_no_cascade(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<House> houses = New();
        await context.InsertAsync(isAsync, houses);
        await RestrictAsync(database);

        BulkResult done = await context.DeleteAsync(isAsync, houses.Take(Rows / 2).ToList());

        Assert.Equal(Rows / 2, done.RowsDeleted);
        Assert.Equal(houses.Skip(Rows / 2).SelectMany(Shown).Order(StringComparer.Ordinal), await StoredAsync(database));
    }

    // The server checks the foreign keys, and deletes nothing by itself.
    private static async Task RestrictAsync(TestDatabase database)
    {
        foreach (object?[] key in await database.QueryAsync(
            "SELECT k.TABLE_NAME, k.CONSTRAINT_NAME, GROUP_CONCAT(k.COLUMN_NAME ORDER BY k.ORDINAL_POSITION), k.REFERENCED_TABLE_NAME, GROUP_CONCAT(k.REFERENCED_COLUMN_NAME ORDER BY k.ORDINAL_POSITION) "
            + "FROM information_schema.KEY_COLUMN_USAGE k WHERE k.TABLE_SCHEMA = DATABASE() AND k.REFERENCED_TABLE_NAME IS NOT NULL GROUP BY 1, 2, 4"))
        {
            await database.ExecuteAsync(
                $"ALTER TABLE `{key[0]}` DROP FOREIGN KEY `{key[1]}`", $"ALTER TABLE `{key[0]}` ADD CONSTRAINT `{key[1]}` FOREIGN KEY ({key[2]}) REFERENCES `{key[3]}` ({key[4]})");
        }
    }

    private static List<House> New() => [.. Enumerable.Range(0, Rows).Select(i => new House
    {
        Name = $"house {i:00}",
        Rooms = [.. Enumerable.Range(0, i % 4).Select(j => new Room { Name = $"room {i:00} {j}", Windows = [.. Enumerable.Range(0, j).Select(k => new Window { Name = $"window {i:00} {j} {k}" })] })],
        Address = i % 3 == 0 ? null : new() { Name = $"address {i:00}" },
    })];

    private static void Change(House house)
    {
        house.Size += 1;
        switch (house.Id % 5)
        {
            case 0:
                house.Rooms.Clear();
                break;
            case 1:
                house.Rooms.Add(new() { Name = $"more {house.Id}", Windows = [new() { Name = $"a window {house.Id}" }] });
                break;
            case 2 when house.Rooms.Count > 0:
                house.Rooms[0].Name += "!";
                break;
            case 3:
                house.Address = house.Address is null ? new() { Name = $"new {house.Id}" } : null;
                break;
        }
    }

    private static IEnumerable<string> Shown(House house)
    {
        yield return $"house {house.Name} {house.Size}";
        if (house.Address is { } address)
            yield return $"address {address.Name} of {house.Name}";
        foreach (Room room in house.Rooms)
        {
            yield return $"room {room.Name} of {house.Name}";
            foreach (Window window in room.Windows)
                yield return $"window {window.Name} of {room.Name} of {house.Name}";
        }
    }

    private static async Task<List<string>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return [.. (await context.Set<House>().AsNoTracking().ToListAsync(Token)).SelectMany(Shown).Order(StringComparer.Ordinal)];
    }

    private async Task<TestDatabase> CreateAsync(bool withWindows = true) => await servers.OfAsync(kind).CreateAsync(model => model.Entity<House>(house =>
    {
        house.ToTable("houses").OwnsMany(h => h.Rooms, room =>
        {
            room.ToTable("rooms");
            if (withWindows)
                room.OwnsMany(r => r.Windows).ToTable("windows");
            else
                room.Ignore(r => r.Windows);
        });
        house.OwnsOne(h => h.Address, address => address.ToTable("addresses"));
    }));

    private sealed class House
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Size { get; set; }

        public List<Room> Rooms { get; set; } = [];

        public Address? Address { get; set; }
    }

    private sealed class Room
    {
        public string Name { get; set; } = "";

        public List<Window> Windows { get; set; } = [];
    }

    private sealed class Window
    {
        public string Name { get; set; } = "";
    }

    private sealed class Shelf
    {
        public int Id { get; set; }

        public int Size { get; set; }

        public List<Book> Books { get; set; } = [];
    }

    private sealed class Book
    {
        public int ShelfId { get; set; }

        public int Place { get; set; }

        public string Title { get; set; } = "";

        public byte[] Cover { get; set; } = [];
    }

    private sealed class Address
    {
        public string Name { get; set; } = "";
    }
}
