using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Update;

/// <summary>Owners with everything that can be owned in tables of its own: collections with keys that the server generates and that the class has, one
/// within another, and a single entity with a part in its row.</summary>
internal static class OwnedHouses
{
    private static readonly (string Name, Action<House> Do)[] Each =
    [
        ("nothing", static _ => { }),
        ("added", static house =>
        {
            house.Rooms.Add(new() { Name = $"new room of {house.Name}", Windows = [new() { Name = $"new window of {house.Name}" }] });
            house.Books.Add(new() { Place = 50, Title = $"new book of {house.Name}" });
            house.Address ??= new() { Name = $"new address of {house.Name}", Point = new() { X = 9 } };
        }),
        ("changed", static house =>
        {
            house.Rooms[0].Name += "!";
            house.Rooms[^1].Windows.ForEach(window => window.Name += "!");
            house.Books[^1].Title += "!";
            if (house.Address is { } address)
                address.Name += "!";
        }),
        ("removed", static house =>
        {
            house.Rooms.RemoveAt(house.Rooms.Count - 1);
            house.Books.RemoveAt(0);
            house.Address = null;
        }),
        ("replaced", static house =>
        {
            house.Rooms[0] = new() { Name = $"instead {house.Name}", Windows = [new() { Name = $"instead {house.Name}" }] };
            house.Books[0] = new() { Place = house.Books[0].Place, Title = "instead" };
            house.Address = new() { Name = "instead", Point = new() { X = 3 } };
        }),
        ("emptied", static house =>
        {
            house.Rooms.Clear();
            house.Books.Clear();
        }),
        ("changed within", static house =>
        {
            house.Rooms[^1].Windows.RemoveAt(0);
            house.Rooms[0].Windows.Add(new() { Name = $"another {house.Name}" });
            if (house.Address is { } address)
                address.Point = address.Point is null ? new() { X = 7 } : house.Id % 2 == 0 ? null : new() { X = address.Point.X + 1 };
        }),
    ];

    /// <summary>The names of the changes.</summary>
    public static IEnumerable<string> Changes => Each.Select(each => each.Name);

    /// <summary>The mapping.</summary>
    public static void Build(ModelBuilder model)
        => model.Entity<House>(house =>
        {
            house.ToTable("houses").OwnsMany(h => h.Rooms, room =>
            {
                room.ToTable("rooms");
                room.Property(r => r.Name).HasMaxLength(50);
                room.HasIndex(r => r.Name).IsUnique();
                room.OwnsMany(r => r.Windows).ToTable("windows");
            });
            house.OwnsMany(h => h.Books, book =>
            {
                book.ToTable("books");
                book.WithOwner().HasForeignKey("HouseId");
                book.HasKey("HouseId", nameof(Book.Place));
                book.Property(b => b.Place).ValueGeneratedNever();
            });
            house.OwnsOne(h => h.Address, address =>
            {
                address.ToTable("addresses");
                address.OwnsOne(a => a.Point);
            });
        });

    /// <summary>New owners.</summary>
    public static IEnumerable<House> New(int count) => Enumerable.Range(1, count).Select(i => new House
    {
        Name = $"house {i:00}",
        Rooms = [.. Enumerable.Range(0, 2 + (i % 3)).Select(j => new Room { Name = $"room {i:00} {j}", Windows = [.. Enumerable.Range(0, 1 + j).Select(k => new Window { Name = $"window {i:00} {j} {k}" })] })],
        Books = [.. Enumerable.Range(0, 1 + (i % 3)).Select(j => new Book { Place = j, Title = $"book {i:00} {j}" })],
        Address = i % 3 == 0 ? null : new() { Name = $"address {i:00}", Point = i % 4 == 0 ? null : new() { X = i } },
    });

    /// <summary>Changes what an owner owns; only every other owner has changed itself.</summary>
    public static void Change(House house, string change)
    {
        if (house.Id % 2 == 0)
            house.Size++;
        if (change == "changed")
            house.Name += "+";
        (change == "all" ? Each[house.Id % Each.Length] : Each.Single(each => each.Name == change)).Do(house);
    }
}

internal sealed class House
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public int Size { get; set; }

    public List<Room> Rooms { get; set; } = [];

    public List<Book> Books { get; set; } = [];

    public Address? Address { get; set; }
}

internal sealed class Room
{
    public string Name { get; set; } = "";

    public List<Window> Windows { get; set; } = [];
}

internal sealed class Window
{
    public string Name { get; set; } = "";
}

internal sealed class Book
{
    public int Place { get; set; }

    public string Title { get; set; } = "";
}

internal sealed class Address
{
    public string Name { get; set; } = "";

    public Point? Point { get; set; }
}

internal sealed class Point
{
    public int X { get; set; }
}
