using System.Collections.ObjectModel;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Graphs;

/// <summary>Graphs of proxies are stored like others, nothing is loaded for them, and they belong to no tracker afterwards.</summary>
[BothServers]
public abstract class ProxyGraphTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true, false, true)]
    [InlineData(false, true, true)]
    [InlineData(true, true, false)]
    public async Task Proxies_are_stored_and_can_be_attached_and_changed(bool lazy, bool changes, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => Proxies(o, lazy, changes));
        List<Ship> ships = [.. Enumerable.Range(0, 30).Select(i => New(context, i))];
        await context.InsertAsync(isAsync, ships, new() { IncludeGraph = true });
        Assert.Empty(context.ChangeTracker.Entries());
        Assert.Empty(context.Set<Ship>().Local);
        Assert.Equal(30, await database.CountAsync("SELECT COUNT(*) FROM ships s JOIN ports p ON p.Id = s.PortId"));
        Assert.Equal(60, await database.CountAsync("SELECT COUNT(*) FROM cabins c JOIN ships s ON s.Id = c.ShipId WHERE c.Name LIKE CONCAT(s.Name, '%')"));

        context.AttachRange(ships);
        Assert.All(ships, ship => Assert.All(ship.Cabins, cabin => Assert.Same(ship, cabin.Ship)));
        ships[3].Cabins.RemoveAt(0);
        ships[4].Name = "renamed";
        Assert.Equal(2, await context.SaveChangesAsync(Token));
        Assert.Equal(59, await database.CountAsync("SELECT COUNT(*) FROM cabins"));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM ships WHERE Name = 'renamed'"));
    }

    [Fact]
    public async Task Loaded_proxies_load_nothing_for_a_graph_that_refers_to_them()
    {
        await using TestDatabase database = await CreateAsync();
        await using (ModelContext filling = database.Context())
        {
            filling.Add(new Port { Name = "port", Ships = { new() { Name = "old", Cabins = { new() { Name = "old cabin" } } } } });
            await filling.SaveChangesAsync(Token);
        }

        await using ModelContext context = database.Context(o => Proxies(o, lazy: true, changes: false));
        Port port = await context.Set<Port>().SingleAsync(Token);
        Ship ship = context.CreateProxy<Ship>(s => (s.Name, s.Port) = ("new", port));

        await context.BulkInsertAsync([ship], new() { IncludeGraph = true }, Token);

        Assert.False(context.Entry(port).Collection(p => p.Ships).IsLoaded);
        Assert.Same(port, Assert.Single(context.ChangeTracker.Entries()).Entity);
        Assert.Equal(port.Id, ship.PortId);
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM ships WHERE PortId IS NOT NULL"));
    }

    [Fact]
    public async Task Nothing_of_a_call_is_kept()
    {
        await using TestDatabase database = await CreateAsync();
        WeakReference[] gone = await CallAsync(database);
        for (int i = 0; i < 10 && gone.Any(each => each.IsAlive); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            await Task.Delay(50, Token);
        }

        Assert.DoesNotContain(gone, each => each.IsAlive);

        static async Task<WeakReference[]> CallAsync(TestDatabase database)
        {
            await using ModelContext context = database.Context(o => Proxies(o, lazy: true, changes: true));
            List<Ship> ships = [.. Enumerable.Range(0, 30).Select(i => New(context, i))];
            await context.BulkInsertAsync(ships, new() { IncludeGraph = true }, Token);
            return [new(context), .. ships.Select(ship => new WeakReference(ship)), .. ships.SelectMany(ship => ship.Cabins).Select(cabin => new WeakReference(cabin))];
        }
    }

    private static Ship New(ModelContext context, int i)
    {
        Ship ship = context.CreateProxy<Ship>(s => s.Name = $"ship {i:00}");
        ship.Port = context.CreateProxy<Port>(p => p.Name = $"port {i}");
        for (int j = 0; j < 2; j++)
            ship.Cabins.Add(context.CreateProxy<Cabin>(c => c.Name = $"ship {i:00} {j}"));
        return ship;
    }

    private static void Proxies(DbContextOptionsBuilder options, bool lazy, bool changes)
    {
        if (lazy)
            options.UseLazyLoadingProxies();
        if (changes)
            options.UseChangeTrackingProxies();
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model =>
    {
        model.Entity<Port>().ToTable("ports");
        model.Entity<Ship>().ToTable("ships");
        model.Entity<Cabin>().ToTable("cabins").HasOne(c => c.Ship).WithMany(s => s.Cabins).IsRequired();
    });
}

/// <summary>Proxies derive from classes that others can see.</summary>
public class Port
{
    public virtual int Id { get; set; }

    public virtual string Name { get; set; } = "";

    public virtual ObservableCollection<Ship> Ships { get; } = [];
}

public class Ship
{
    public virtual int Id { get; set; }

    public virtual string Name { get; set; } = "";

    public virtual int? PortId { get; set; }

    public virtual Port? Port { get; set; }

    public virtual ObservableCollection<Cabin> Cabins { get; } = [];
}

public class Cabin
{
    public virtual int Id { get; set; }

    public virtual string Name { get; set; } = "";

    public virtual Ship? Ship { get; set; }
}
