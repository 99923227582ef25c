using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Synchronize;

/// <summary>A table is left as <c>SaveChanges</c> leaves it if all rows are loaded, changed, added and removed.</summary>
[BothServers]
public abstract class SynchronizedShapesTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Composite_keys_and_converted_values(bool isAsync)
    {
        await SameAsync<Reading>(
            isAsync,
            model => model.Entity<Reading>(reading =>
            {
                reading.HasKey(r => new { r.Station, r.At });
                reading.Property(r => r.Station).HasMaxLength(20).UseCollation("utf8mb4_bin");
                reading.Property(r => r.Kind).HasConversion<string>();
                reading.Property(r => r.Place).HasConversion(place => place == null ? null : $"{place.X};{place.Y}", text => text == null ? null : Point.Parse(text));
                reading.Property(r => r.Value).HasPrecision(12, 3);
            }),
            "SELECT Station, At, Kind, Place, Value, HEX(Data), Note FROM Reading ORDER BY Station, At",
            i => new()
            {
                Station = $"station {i % 7}",
                At = new DateTime(2026, 1, 1).AddMinutes(i).AddTicks(i * 10),
                Kind = (Kinds)(i % 3),
                Place = i % 4 == 0 ? null : new(i, -i),
                Value = i / 8m,
                Data = i % 5 == 0 ? null : [(byte)i, 0, 255],
                Note = i % 3 == 0 ? null : $"ünï {i} 😀",
            },
            (r, i) =>
            {
                switch (i % 6)
                {
                    case 0: r.Kind = (Kinds)((i + 1) % 3); break;
                    case 1: r.Place = r.Place is null ? new(1, 2) : null; break;
                    case 2: r.Value += 0.001m; break;
                    case 3: r.Data = r.Data is null ? [] : null; break;
                    case 4: r.Note = r.Note is null ? "" : r.Note.ToUpperInvariant(); break;
                    default: r.Data = [7]; break;
                }
            });
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_hierarchy_in_one_table(bool isAsync)
    {
        await SameAsync<Animal>(
            isAsync,
            model =>
            {
                model.Entity<Animal>().ToTable("animals").Property(a => a.Id).ValueGeneratedNever();
                model.Entity<Cat>().Property(c => c.Name2).HasColumnName("Other");
                model.Entity<Dog>().Property(d => d.Name3).HasColumnName("Other");
            },
            "SELECT Id, Discriminator, Name, Lives, Other, Tricks FROM animals ORDER BY Id",
            i => i % 2 == 0 ? new Cat { Id = i, Name = $"cat {i}", Lives = i % 9, Name2 = $"c{i}" } : new Dog { Id = i, Name = $"dog {i}", Tricks = i % 3 == 0 ? null : i, Name3 = $"d{i}" },
            (a, i) =>
            {
                a.Name = i % 3 == 0 ? $"other {i}" : a.Name;
                if (a is Cat cat)
                    (cat.Lives, cat.Name2) = (cat.Lives + 1, i % 4 == 0 ? null : cat.Name2);
                else
                    ((Dog)a).Tricks = null;
            });
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Owned_and_complex_parts(bool isAsync)
    {
        await SameAsync<Person>(
            isAsync,
            model => model.Entity<Person>(person =>
            {
                person.ToTable("people");
                person.Property(p => p.Id).ValueGeneratedNever();
                person.ComplexProperty(p => p.Home);
                person.OwnsOne(p => p.Work);
            }),
            "SELECT Id, Home_Street, Home_Zip, Work_Street, Work_Zip FROM people ORDER BY Id",
            i => new() { Id = i, Home = new() { Street = $"home {i}", Zip = i }, Work = i % 3 == 0 ? null : new() { Street = i % 4 == 0 ? null : $"work {i}", Zip = -i } },
            (p, i) =>
            {
                if (i % 2 == 0)
                    p.Home = new() { Street = p.Home.Street, Zip = p.Home.Zip + 1 };
                else if (p.Work is null)
                    p.Work = new() { Street = "new", Zip = 1 };
                else
                    p.Work.Street = p.Work.Street is null ? "x" : null;
            });
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_that_have_nothing_but_their_keys(bool isAsync)
    {
        await SameAsync<Link>(
            isAsync,
            model => model.Entity<Link>().HasKey(l => new { l.LeftId, l.RightId }),
            "SELECT LeftId, RightId FROM Link ORDER BY LeftId, RightId",
            i => new() { LeftId = i, RightId = Guid.Parse($"{i:x8}-0000-0000-0000-000000000001") },
            (_, _) => { });
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_that_refer_to_each_other(bool isAsync)
    {
        // A row refers to one that stays, to a new one, or to one that goes with it.
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Node>(node =>
        {
            node.ToTable("nodes");
            node.HasIndex(n => n.Code).IsUnique();
            node.HasOne(n => n.Parent).WithMany().HasForeignKey(n => n.ParentId).OnDelete(DeleteBehavior.Restrict);
        }));
        await using ModelContext context = database.Context();
        Node root = new() { Code = 1 };
        List<Node> first = [root, .. Enumerable.Range(2, 30).Select(code => new Node { Code = code, Parent = root })];
        await context.SynchronizeAsync(isAsync, first, new() { WholeTable = true, Match = n => n.Code });
        Node added = new() { Code = 100 };
        Node stays = new() { Code = 1, Parent = added };
        List<Node> second = [added, stays, .. Enumerable.Range(10, 10).Select(code => new Node { Code = code, Parent = code % 2 == 0 ? added : stays })];

        BulkResult done = await context.SynchronizeAsync(isAsync, second, new() { WholeTable = true, Match = n => n.Code });

        Assert.Equal((1, 6, 5, 20), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsDeleted));
        Assert.Equal(
            second.OrderBy(n => n.Code).Select(n => $"{n.Code} {n.Parent?.Code}"),
            (await database.QueryAsync("SELECT CONCAT(n.Code, ' ', COALESCE(p.Code, '')) FROM nodes n LEFT JOIN nodes p ON p.Id = n.ParentId ORDER BY n.Code")).Select(row => (string)row[0]!));
    }

    [Fact]
    public async Task Missing_rows_that_refer_to_each_other_go_in_an_order_that_the_server_allows()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Node>(node =>
        {
            node.ToTable("nodes");
            node.HasIndex(n => n.Code).IsUnique();
            node.HasOne(n => n.Parent).WithMany().HasForeignKey(n => n.ParentId).OnDelete(DeleteBehavior.Restrict);
        }));
        await using ModelContext context = database.Context();
        List<Node> chain = [new() { Code = 1 }];
        for (int code = 2; code <= 40; code++)
            chain.Add(new() { Code = code, Parent = chain[code % 3 == 0 ? code / 2 : ^1] });
        await context.BulkInsertAsync(chain, cancellationToken: Token);

        BulkResult done = await context.BulkSynchronizeAsync([new Node { Code = 1 }], new() { WholeTable = true, Match = n => n.Code }, Token);

        Assert.Equal((1, 39), (done.RowsUnchanged, done.RowsDeleted));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM nodes"));
    }

    [Fact]
    public async Task Hooks_run_for_rows_that_are_written()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 20);
        List<string> seen = [];
        await using ModelContext context = database.Context(options => options.UseMySqlBulk(bulk => bulk
            .BeforeInsert<Ticket>((t, _) => seen.Add($"insert {t.Token}"))
            .BeforeUpdate<Ticket>((t, _) => seen.Add($"update {t.Token}"))));
        List<Ticket> given = Tickets.New(12, first: 10);
        given[3].Name = "changed";

        BulkResult done = await context.BulkSynchronizeAsync(given, new() { WholeTable = true, Match = t => t.Token }, Token);

        Assert.Equal((1, 1, 10, 9), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsDeleted));
        Assert.Equal(["insert 21", "update 13"], seen.Order());
    }

    // Rows 0 to 119 are stored; of 40 to 159, which are given, every fifth is changed.
    private async Task SameAsync<T>(bool isAsync, Action<ModelBuilder> model, string dump, Func<int, T> make, Action<T, int> change)
        where T : class
    {
        List<T> Given() => [.. Enumerable.Range(40, 120).Select(i =>
        {
            T row = make(i);
            if (i % 5 == 0)
                change(row, i / 5);
            return row;
        })];

        await using TestDatabase expected = await SeededAsync(model, make);
        await using TestDatabase actual = await SeededAsync(model, make);
        await using (ModelContext context = expected.Context())
        {
            List<T> stored = await context.Set<T>().ToListAsync(Token);
            Func<T, object> key = KeyOf<T>(context);
            Dictionary<object, T> byKey = stored.ToDictionary(key);
            foreach (T row in Given())
            {
                if (byKey.Remove(key(row), out T? found))
                    Replace(context, found, row);
                else
                    context.Add(row);
            }

            context.RemoveRange(byKey.Values);
            await context.SaveChangesAsync(Token);
        }

        List<T> given = Given();
        await using ModelContext own = actual.Context();
        // Each mode reads the scope in one of the two ways.
        BulkSynchronizeOptions<T> options = new() { WholeTable = true, Pipelining = isAsync ? BulkPipelining.Never : BulkPipelining.Always };
        BulkResult done = await own.SynchronizeAsync(isAsync, given, options);

        Assert.Equal((40, 40), (done.RowsInserted, done.RowsDeleted));
        int changed = typeof(T) == typeof(Link) ? 0 : 16;
        Assert.Equal((changed, 80 - changed), (done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(await expected.QueryAsync(dump), await actual.QueryAsync(dump));
        Assert.Contains("the scope is compared by", (await own.ExplainBulkSynchronizeAsync(given, options, Token)).Reason, StringComparison.Ordinal);
        done = await own.SynchronizeAsync(isAsync, given, options with { Pipelining = isAsync ? BulkPipelining.Always : BulkPipelining.Never });
        Assert.Equal((120, 0), (done.RowsUnchanged, done.Statements));
    }

    private async Task<TestDatabase> SeededAsync<T>(Action<ModelBuilder> model, Func<int, T> make)
        where T : class
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model);
        await using ModelContext context = database.Context();
        context.AddRange(Enumerable.Range(0, 120).Select(make));
        await context.SaveChangesAsync(Token);
        return database;
    }

    private static Func<T, object> KeyOf<T>(DbContext context)
    {
        var getters = context.Model.FindEntityType(typeof(T))!.FindPrimaryKey()!.Properties.Select(p => p.PropertyInfo!).ToArray();
        return row => string.Join('|', getters.Select(getter => getter.GetValue(row) is DateTime time ? time.Ticks : getter.GetValue(row)));
    }

    private static void Replace<T>(DbContext context, T stored, T given)
        where T : class
    {
        context.Entry(stored).CurrentValues.SetValues(given);
        foreach (var property in context.Entry(stored).Metadata.GetComplexProperties().Select(p => p.PropertyInfo!)
            .Concat(context.Entry(stored).Metadata.GetNavigations().Where(n => n.TargetEntityType.IsOwned()).Select(n => n.PropertyInfo!)))
        {
            property.SetValue(stored, property.GetValue(given));
        }
    }

    private enum Kinds
    {
        Rain,
        Wind,
        Sun,
    }

    private sealed record Point(int X, int Y)
    {
        public static Point Parse(string text) => text.Split(';') is [var x, var y] ? new(int.Parse(x, System.Globalization.CultureInfo.InvariantCulture), int.Parse(y, System.Globalization.CultureInfo.InvariantCulture)) : throw new FormatException(text);
    }

    private sealed class Reading
    {
        public string Station { get; set; } = "";

        public DateTime At { get; set; }

        public Kinds Kind { get; set; }

        public Point? Place { get; set; }

        public decimal Value { get; set; }

        public byte[]? Data { get; set; }

        public string? Note { get; set; }
    }

    private abstract class Animal
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Cat : Animal
    {
        public int Lives { get; set; }

        public string? Name2 { get; set; }
    }

    private sealed class Dog : Animal
    {
        public int? Tricks { get; set; }

        public string? Name3 { get; set; }
    }

    private sealed class Person
    {
        public int Id { get; set; }

        public Address Home { get; set; } = new();

        public Address? Work { get; set; }
    }

    private sealed class Address
    {
        public string? Street { get; set; }

        public int Zip { get; set; }
    }

    private sealed class Link
    {
        public int LeftId { get; set; }

        public Guid RightId { get; set; }
    }

    private sealed class Node
    {
        public int Id { get; set; }

        public int Code { get; set; }

        public int? ParentId { get; set; }

        public Node? Parent { get; set; }
    }
}
