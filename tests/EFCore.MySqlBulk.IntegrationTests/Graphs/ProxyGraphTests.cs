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

    [Theory]
    [InlineData(true, false, true, false)]
    [InlineData(true, false, false, true)]
    [InlineData(false, true, true, true)]
    [InlineData(false, true, false, false)]
    [InlineData(true, true, true, true)]
    [InlineData(true, true, false, false)]
    public async Task Proxies_are_inserted_updated_and_deleted_as_SaveChanges_does_it(bool lazy, bool changes, bool isTracked, bool isAsync)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        await using ModelContext saving = saved.Context(o => Proxies(o, lazy, changes));
        await using ModelContext context = sent.Context(o => Proxies(o, lazy, changes));
        List<Ship> theirs = [.. Enumerable.Range(0, 30).Select(i => New(saving, i))];
        List<Ship> mine = [.. Enumerable.Range(0, 30).Select(i => New(context, i))];
        if (isTracked)
            context.AddRange(mine);
        saving.AddRange(theirs);
        await saving.SaveChangesAsync(Token);
        await context.InsertAsync(isAsync, mine, new() { IncludeGraph = true });
        await SameAsync();

        foreach (List<Ship> ships in (List<Ship>[])[theirs, mine])
            ships.ForEach(ship => ship.Name += "!");
        await saving.SaveChangesAsync(Token);
        await context.UpdateAsync(isAsync, mine);
        await SameAsync();

        saving.RemoveRange(theirs.Take(10));
        await saving.SaveChangesAsync(Token);
        await context.DeleteAsync(isAsync, mine.Take(10).ToList());
        theirs.RemoveRange(0, 10);
        mine.RemoveRange(0, 10);
        await SameAsync();

        async Task SameAsync()
        {
            Assert.Equal(await StoredAsync(saved), await StoredAsync(sent));
            Assert.Equal(Shown(saving, theirs), Shown(context, mine));
            Assert.Equal(isTracked ? Tracked(saving) : [], Tracked(context));
            Assert.Equal(0, await context.SaveChangesAsync(Token));
        }
    }

    [Theory]
    [InlineData(true, false, true)]
    [InlineData(false, true, false)]
    [InlineData(true, true, true)]
    public async Task Refused_proxies_are_as_before_and_can_be_stored_again(bool lazy, bool changes, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => Proxies(o, lazy, changes));
        List<Ship> ships = [.. Enumerable.Range(0, 30).Select(i => New(context, i))];
        Cabin cabin = ships[17].Cabins[1];
        string name = cabin.Name;
        cabin.Name = new('x', 51);
        string[] before = Shown(context, ships);

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, ships, new() { IncludeGraph = true }));

        Assert.Equal((17, "Cabins[1]", BulkOutcome.Nothing), (refused.RowIndex, refused.RowPath, refused.Outcome));
        Assert.Equal(before, Shown(context, ships));
        Assert.Empty(context.ChangeTracker.Entries());
        Assert.Empty(await StoredAsync(database));
        cabin.Name = name;
        await context.InsertAsync(isAsync, ships, new() { IncludeGraph = true });
        await using TestDatabase saved = await CreateAsync();
        await using ModelContext saving = saved.Context(o => Proxies(o, lazy, changes));
        List<Ship> theirs = [.. Enumerable.Range(0, 30).Select(i => New(saving, i))];
        saving.AddRange(theirs);
        await saving.SaveChangesAsync(Token);
        Assert.Equal(await StoredAsync(saved), await StoredAsync(database));
        Assert.Equal(Shown(saving, theirs), Shown(context, ships));
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

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Nothing_of_a_call_is_kept(bool fails)
    {
        await using TestDatabase database = await CreateAsync();
        WeakReference[] gone = await CallAsync(database, fails);
        for (int i = 0; i < 10 && gone.Any(each => each.IsAlive); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            await Task.Delay(50, Token);
        }

        Assert.DoesNotContain(gone, each => each.IsAlive);

        static async Task<WeakReference[]> CallAsync(TestDatabase database, bool fails)
        {
            await using ModelContext context = database.Context(o => Proxies(o, lazy: true, changes: true));
            List<Ship> ships = [.. Enumerable.Range(0, 30).Select(i => New(context, i))];
            if (fails)
            {
                ships[^1].Cabins[1].Name = new('x', 51);
                await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(ships, new() { IncludeGraph = true }, Token));
            }
            else
            {
                await context.BulkInsertAsync(ships, new() { IncludeGraph = true }, Token);
            }

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

    private static string[] Shown(ModelContext context, List<Ship> ships) => [.. ships.Select(ship => Shown(context, ship))];

    // A navigation of a proxy loads when it is read, so that what it holds is read behind it.
    private static string Shown(ModelContext context, Ship ship)
    {
        Port? port = (Port?)Held(context, ship, nameof(Ship.Port));
        IEnumerable<Ship> others = port is null ? [] : (IEnumerable<Ship>)Held(context, port, nameof(Port.Ships))!;
        IEnumerable<string> cabins = ((IEnumerable<Cabin>)Held(context, ship, nameof(Ship.Cabins))!).Select(cabin => $"{cabin.Name} {cabin.Id != 0} {((Ship?)Held(context, cabin, nameof(Cabin.Ship)))?.Name}");
        return $"{ship.Name} {ship.Id != 0} {ship.PortId is not null} {ship.PortId == port?.Id} {port?.Name} [{string.Join(',', others.Select(each => each.Name))}] [{string.Join(',', cabins)}]";
    }

    private static object? Held(ModelContext context, object entity, string navigation) => context.Model.FindEntityType(entity.GetType().BaseType!)!.FindNavigation(navigation)!.GetGetter().GetClrValue(entity);

    private static string[] Tracked(ModelContext context)
        => [.. context.ChangeTracker.Entries().Select(entry => $"{entry.Metadata.ShortName()} {entry.Property("Name").CurrentValue} {entry.State} {string.Join(' ', entry.Properties.Select(p => $"{p.IsModified} {p.IsTemporary}"))}").Order(StringComparer.Ordinal)];

    private static async Task<List<string>> StoredAsync(TestDatabase database)
        => [.. (await database.QueryAsync("SELECT 'ship', s.Name, p.Name FROM ships s LEFT JOIN ports p ON p.Id = s.PortId UNION ALL SELECT 'cabin', c.Name, s.Name FROM cabins c JOIN ships s ON s.Id = c.ShipId UNION ALL SELECT 'port', Name, '' FROM ports"))
            .Select(row => string.Join('|', row.Select(value => value ?? "NULL"))).Order(StringComparer.Ordinal)];

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
        model.Entity<Cabin>().Property(c => c.Name).HasMaxLength(50);
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
