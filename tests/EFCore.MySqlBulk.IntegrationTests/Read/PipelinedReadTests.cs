using System.Collections.Concurrent;
using System.Text.Json;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Diagnostics;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Read;

/// <summary>Pipelined, entities are read as EF Core's query reads them; what cannot be read that way EF Core reads.</summary>
[BothServers]
public abstract class PipelinedReadTests(Servers servers, ServerKind kind)
{
    private static readonly DateTime Noon = new(2024, 2, 29, 12, 34, 56, 789);

    [Flags]
    public enum Marks : short
    {
        None = 0,
        Old = 1,
        Rare = 2,
    }

    [Fact]
    [OnEachServer("Each server has column types of its own behind the same names.")]
    public async Task Values_of_every_type_are_read_as_the_query_reads_them()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Everything>(every =>
        {
            every.Property(e => e.Id).ValueGeneratedNever();
            every.Property(e => e.Marks).HasConversion<string>().HasMaxLength(30);
            every.Property(e => e.Decimal).HasPrecision(30, 10);
            every.Property(e => e.Fixed).IsFixedLength().HasMaxLength(10);
            every.Property(e => e.Seconds).HasColumnType("datetime");
            every.Property(e => e.Day).HasColumnType("date");
            every.Property(e => e.Year).HasColumnType("year");
            every.Property(e => e.DoubleInFloat).HasColumnType("float");
            every.Property(e => e.FloatInDouble).HasColumnType("double");
            every.Property(e => e.DecimalInDouble).HasColumnType("double");
            every.Property(e => e.Digits).HasColumnType("varchar(32)").HasConversion(id => id.ToString("N"), text => Guid.ParseExact(text, "N"));
            every.Property(e => e.Reversed).HasConversion(text => Reverse(text), text => Reverse(text));
        }));
        await using (ModelContext saving = database.Context())
        {
            saving.AddRange(
                Everything.Of(1, Noon, 1.1, "plain"),
                Everything.Of(2, new(1000, 1, 1), -1d / 3, "it's \"quoted\" \\ é€漢😀 \0 \r\n"),
                Everything.Of(3, new(9999, 12, 31, 23, 59, 59), 1e300, ""),
                Everything.Of(4, new(2000, 1, 1, 0, 0, 0, 1), 12345678.9, new('x', 70_000)) with { Maybe = -5, MaybeText = "t", MaybeTime = Noon, MaybeBytes = [0, 255], MaybeBool = true, MaybeGuid = Guid.NewGuid() });
            await saving.SaveChangesAsync(Token);
        }

        await using ModelContext context = database.Context();
        List<Everything> expected = await context.Set<Everything>().AsNoTracking().OrderBy(e => e.Id).ToListAsync(Token);
        List<Everything?> read = await context.Set<Everything>().AsNoTracking().BulkReadAsync([1, 2, 3, 4], Asked<Everything>(), Token);
        List<Everything?> synchronous = context.Set<Everything>().AsNoTracking().BulkRead([1, 2, 3, 4], Asked<Everything>());

        Assert.Equal(expected.Select(every => Json(every)), read.Select(every => Json(every)));
        Assert.Equal(expected.Select(every => Json(every)), synchronous.Select(every => Json(every)));
    }

    [Fact]
    public async Task A_timestamp_is_of_the_kind_that_the_driver_says()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model =>
        {
            model.Entity<Number>(number =>
            {
                number.Property(n => n.Id).ValueGeneratedNever();
                number.Property<DateTime>("Stamp").HasColumnType("timestamp(6)");
            });
            model.Entity<Half>().HasOne(h => h.Number).WithMany();
        });
        await using (ModelContext saving = database.Context())
        {
            Number number = new(1);
            saving.Add(number).Property("Stamp").CurrentValue = Noon;
            saving.Add(new Half { Number = number });
            await saving.SaveChangesAsync(Token);
        }

        await using ModelContext context = database.Context();
        DateTime expected = await context.Set<Number>().Select(n => EF.Property<DateTime>(n, "Stamp")).SingleAsync(Token);
        Half? half = (await context.Set<Half>().Include(h => h.Number).BulkReadAsync(Enumerable.Range(1, 3_000), cancellationToken: Token))[0];
        DateTime included = (DateTime)context.Entry(half!.Number!).Property("Stamp").CurrentValue!;
        context.ChangeTracker.Clear();
        Number? read = (await context.Set<Number>().BulkReadAsync(Enumerable.Range(1, 3_000), cancellationToken: Token))[0];
        DateTime alone = (DateTime)context.Entry(read!).Property("Stamp").CurrentValue!;

        Assert.Equal((expected, expected.Kind), (included, included.Kind));
        Assert.Equal((expected, expected.Kind), (alone, alone.Kind));
    }

    [Theory]
    [InlineData(QueryTrackingBehavior.TrackAll)]
    [InlineData(QueryTrackingBehavior.NoTracking)]
    [InlineData(QueryTrackingBehavior.NoTrackingWithIdentityResolution)]
    public async Task Hierarchies_parts_shadows_and_references_are_read_and_tracked_as_by_the_query(QueryTrackingBehavior tracking)
    {
        await using TestDatabase database = await ShipsAsync();
        await using ModelContext querying = database.Context();
        await using ModelContext reading = database.Context();
        List<string> tracked = [];
        reading.ChangeTracker.Tracked += (_, e) => tracked.Add($"{e.Entry.Metadata.ShortName()} {e.FromQuery}");
        int[] keys = [.. Enumerable.Range(1, 40)];

        List<Ship> expected = await querying.Set<Ship>().Include(s => s.Port).TagWith("it's -- a `tag`").AsTracking(tracking).OrderBy(s => s.Id).ToListAsync(Token);
        List<Ship?> read = await reading.Set<Ship>().Include(s => s.Port).TagWith("it's -- a `tag`").BulkReadAsync(keys, Asked<Ship>() with { Tracking = tracking, BatchRows = 7 }, Token);

        Assert.Equal(40, expected.Count);
        Assert.Equal(expected.Select(Told), read.Select(ship => Told(ship!)));
        Assert.Equal(Held(querying), Held(reading));
        Assert.Equal(tracking == QueryTrackingBehavior.TrackAll ? 40 + 3 + 40 : 0, tracked.Count);
        Assert.DoesNotContain(tracked, each => each.EndsWith("False", StringComparison.Ordinal));
        if (tracking != QueryTrackingBehavior.NoTracking)
            Assert.Same(read[0]!.Port, read[3]!.Port);

        static string Told(Ship ship) => $"{ship.GetType().Name} {ship.Id} {ship.Name} {ship.Hull.Length} {ship.Hull.Steel.Grade} {ship.Flag.Country} {ship.Port?.Name} {ship.Loaded} {(ship as Tanker)?.Tons} {(ship as Ferry)?.Cars} {ship.Told}";
        static IEnumerable<string> Held(DbContext context) => context.ChangeTracker.Entries()
            .Select(entry => $"{entry.Metadata.DisplayName()} {entry.State} {string.Join(',', entry.Properties.Select(p => $"{p.Metadata.Name}={p.CurrentValue}/{p.OriginalValue}"))}").Order();
    }

    [Fact]
    public async Task Tracked_entities_are_returned_as_they_are_and_deleted_ones_too()
    {
        await using TestDatabase database = await ShipsAsync();
        await using ModelContext context = database.Context();
        Ship changed = await context.Set<Ship>().SingleAsync(s => s.Id == 3, Token);
        changed.Name = "changed";
        Ship removed = await context.Set<Ship>().SingleAsync(s => s.Id == 4, Token);
        context.Remove(removed);

        List<Ship?> read = await context.Set<Ship>().BulkReadAsync([4, 3, 5, 3], Asked<Ship>(), Token);

        Assert.Same(removed, read[0]);
        Assert.Same(changed, read[1]);
        Assert.Same(changed, read[3]);
        Assert.Equal("changed", changed.Name);
        Assert.Equal([EntityState.Deleted, EntityState.Modified, EntityState.Unchanged], read.Take(3).Select(ship => context.Entry(ship!).State));
    }

    [Fact]
    public async Task Filters_with_values_apply_and_materialization_interceptors_run()
    {
        await using TestDatabase database = await ShipsAsync();
        Loader loader = new();
        await using ModelContext context = database.Context(options => options.AddInterceptors(loader));
        string name = "it's ship 7";
        bool? loaded = true;
        Guid code = Guid.NewGuid();

        List<Ship?> read = await context.Set<Ship>().Where(s => (s.Name == name || s.Id < 3) && s.Loaded == loaded).BulkReadAsync([1, 2, 7, 8], Asked<Ship>(), Token);
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.Set<Ship>().Where(s => s.Code != code).BulkReadAsync([1, 2], Asked<Ship>(), Token));
        List<Ship?> all = await context.Set<Ship>().Where(s => s.Code != code).BulkReadAsync([1, 2], cancellationToken: Token);

        Assert.Equal([1, null, 7, null], read.Select(ship => ship?.Id));
        Assert.Equal("the interceptor's", read[0]!.Told);
        Assert.Equal([1, 2], all.Select(ship => ship?.Id));
        Assert.Contains("only the driver knows how to write the query's parameters", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Texts_are_equal_if_the_server_says_so_whatever_they_consist_of()
    {
        await using TestDatabase database = await ShipsAsync();
        await using ModelContext context = database.Context();

        List<Ship?> read = await context.Set<Ship>().AsNoTracking().BulkReadAsync(
            ["IT'S SHIP 7", "\\", "it's ship 7", "'); DROP TABLE x; -- ", "it's ship 9", new('a', 100_000), "it's ship 8"], Asked<Ship>() with { Match = s => s.Name, BatchRows = 2 }, Token);

        Assert.Equal([7, null, 7, null, 9, null, 8], read.Select(ship => ship?.Id));
        Assert.Same(read[0], read[2]);
    }

    [Fact]
    public async Task Long_lists_are_read_pipelined_unless_something_is_against_it()
    {
        await using TestDatabase database = await NumbersAsync(5_000);
        int[] keys = [.. Enumerable.Range(1, 5_000).OrderBy(i => i * 7_919 % 5_003)];
        ConcurrentQueue<string> log = [];
        await using ModelContext context = database.Context(options => options.LogTo(log.Enqueue, [BulkEventId.ReadWayChosen, BulkEventId.ReadAgain]));

        Assert.Equal(keys, (await context.Set<Number>().BulkReadAsync(keys, cancellationToken: Token)).Select(number => number!.Id));
        Assert.Contains("pipelined, because: 2,000 keys or more", Last(), StringComparison.Ordinal);
        Assert.Equal(keys, (await context.Set<Number>().BulkReadAsync(keys, new() { Pipelining = BulkPipelining.Never }, Token)).Select(number => number!.Id));
        Assert.Contains("because: BulkReadOptions.Pipelining is Never", Last(), StringComparison.Ordinal);
        Assert.Equal(keys.Take(10), (await context.Set<Number>().BulkReadAsync(keys.Take(10), cancellationToken: Token)).Select(number => number!.Id));
        Assert.Contains("because: fewer than 2,000 keys", Last(), StringComparison.Ordinal);
        await using (await context.Database.BeginTransactionAsync(Token))
        {
            await context.Set<Number>().Where(n => n.Id == 17).ExecuteUpdateAsync(set => set.SetProperty(n => n.Text, "mine"), Token);
            Assert.Equal("mine", (await context.Set<Number>().AsNoTracking().BulkReadAsync(keys, cancellationToken: Token)).Single(number => number!.Id == 17)!.Text);
        }

        Assert.Contains("pipelined, because: 2,000 keys or more", Last(), StringComparison.Ordinal);
        await context.Database.OpenConnectionAsync(Token);
        Assert.Equal(keys, (await context.Set<Number>().BulkReadAsync(keys, cancellationToken: Token)).Select(number => number!.Id));
        Assert.Contains("pipelined, because: 2,000 keys or more", Last(), StringComparison.Ordinal);
        await context.Database.CloseConnectionAsync();
        await using ModelContext intercepted = database.Context(options => options.LogTo(log.Enqueue, [BulkEventId.ReadWayChosen]).AddInterceptors(new SeenReads()));
        Assert.Equal(keys, (await intercepted.Set<Number>().BulkReadAsync(keys, cancellationToken: Token)).Select(number => number!.Id));
        Assert.Contains("because: the context has command interceptors", Last(), StringComparison.Ordinal);
        Assert.Empty(log);

        string Last()
        {
            Assert.True(log.TryDequeue(out string? line));
            return line;
        }
    }

    [Fact]
    public async Task A_failure_is_that_of_the_query_and_one_that_does_not_happen_again_is_none()
    {
        await using TestDatabase database = await NumbersAsync(3_000);
        int[] keys = [.. Enumerable.Range(1, 3_000)];
        ConcurrentQueue<string> log = [];
        Loader loader = new() { FailsAt = 2_500, Times = 1 };
        await using ModelContext context = database.Context(options => options.AddInterceptors(loader).LogTo(log.Enqueue, [BulkEventId.ReadAgain]));

        List<Number?> read = await context.Set<Number>().BulkReadAsync(keys, cancellationToken: Token);
        loader.FailsAt = int.MaxValue;
        loader.FailsId = 1_500;
        await using ModelContext failing = database.Context(options => options.AddInterceptors(loader));
        InvalidTimeZoneException failure = await Assert.ThrowsAsync<InvalidTimeZoneException>(() => failing.Set<Number>().BulkReadAsync(keys, cancellationToken: Token));
        Assert.Throws<InvalidTimeZoneException>(() => failing.Set<Number>().AsNoTracking().BulkRead(keys));
        loader.FailsId = 0;

        Assert.Equal(keys, read.Select(number => number!.Id));
        Assert.Equal(3_000, context.ChangeTracker.Entries().Count());
        Assert.Contains(nameof(InvalidTimeZoneException), Assert.Single(log), StringComparison.Ordinal);
        Assert.Equal("number 1500", failure.Message);
        Assert.Equal(keys, (await failing.Set<Number>().BulkReadAsync(keys, cancellationToken: Token)).Select(number => number!.Id));
    }

    [Fact]
    public async Task Cancelling_ends_the_call_and_the_context_can_be_used_again()
    {
        await using TestDatabase database = await NumbersAsync(5_000);
        int[] keys = [.. Enumerable.Range(1, 5_000)];
        using CancellationTokenSource cancelled = CancellationTokenSource.CreateLinkedTokenSource(Token);
        Loader loader = new() { At = 1_000, Do = cancelled.Cancel };
        await using ModelContext context = database.Context(options => options.AddInterceptors(loader));

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.Set<Number>().AsNoTracking().BulkReadAsync(keys, cancellationToken: cancelled.Token));

        Assert.InRange(loader.Seen, 1_000, 4_999);
        Assert.Equal(keys, (await context.Set<Number>().BulkReadAsync(keys, cancellationToken: Token)).Select(number => number!.Id));
    }

    [Fact]
    public async Task Rows_longer_than_any_buffer_are_read_while_statements_wait_behind_them()
    {
        await using TestDatabase database = await NumbersAsync(400);
        await database.ExecuteAsync("UPDATE Numbers SET Text=REPEAT(CONCAT('row ',Id,' '), 6000)", "UPDATE Numbers SET Text=REPEAT('x', 16000000) WHERE Id=5");
        await using ModelContext context = database.Context();
        int[] keys = [.. Enumerable.Range(1, 400)];

        List<Number?> read = await context.Set<Number>().AsNoTracking().BulkReadAsync(keys, Asked<Number>() with { BatchRows = 20 }, Token);

        Assert.Equal(keys, read.Select(number => number!.Id));
        Assert.All(read.Where(number => number!.Id != 5), number => Assert.StartsWith($"row {number!.Id} row", number.Text, StringComparison.Ordinal));
        Assert.Equal(16_000_000, read[4]!.Text.Length);
    }

    [Fact]
    public async Task If_the_connection_breaks_everything_is_read_again()
    {
        await using TestDatabase database = await NumbersAsync(400);
        await database.ExecuteAsync("UPDATE Numbers SET Text=REPEAT(CONCAT('row ',Id,' '), 6000)");
        ConcurrentQueue<string> log = [];
        int[] keys = [.. Enumerable.Range(1, 400)];
        Loader loader = new() { At = 20, Do = () => KillAsync().GetAwaiter().GetResult() };
        await using ModelContext context = database.Context(options => options.AddInterceptors(loader).LogTo(log.Enqueue, [BulkEventId.ReadAgain]));

        List<Number?> read = await context.Set<Number>().BulkReadAsync(keys, Asked<Number>(), Token);

        Assert.Equal(keys, read.Select(number => number!.Id));
        Assert.Equal(400, context.ChangeTracker.Entries().Count());
        Assert.Contains("is repeated by EF Core, because pipelining failed", Assert.Single(log), StringComparison.Ordinal);

        // The server still sends, as the rows do not fit into any buffer.
        async Task KillAsync()
        {
            long sending = await database.CountAsync($"SELECT MAX(ID) FROM information_schema.PROCESSLIST WHERE DB='{database.Name}' AND INFO LIKE '%FROM `Numbers`%' AND ID<>CONNECTION_ID()");
            await database.ExecuteAsync($"KILL {sending}");
        }
    }

    [Fact]
    public async Task Calls_at_once_read_their_own_rows()
    {
        await using TestDatabase database = await NumbersAsync(6_000);
        await Task.WhenAll(Enumerable.Range(0, 8).Select(async i =>
        {
            int[] keys = [.. Enumerable.Range(1 + (i * 400), 3_000)];
            await using ModelContext context = database.Context();
            for (int times = 0; times < 3; times++)
                Assert.Equal(keys, (await context.Set<Number>().AsNoTracking().BulkReadAsync(keys, cancellationToken: Token)).Select(number => number!.Id));
        }));
    }

    private static BulkReadOptions<T> Asked<T>() => new() { Pipelining = BulkPipelining.Always };

    private static string Json(Everything? every) => JsonSerializer.Serialize(every);

    private static string Reverse(string text) => new([.. text.Reverse()]);

    private async Task<TestDatabase> NumbersAsync(int count)
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Number>(number =>
        {
            number.ToTable("Numbers");
            number.Property(n => n.Id).ValueGeneratedNever();
        }));
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(1, count).Select(i => new Number(i) { Text = $"number {i}" }).ToList(), cancellationToken: Token);
        return database;
    }

    private async Task<TestDatabase> ShipsAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model =>
        {
            model.Entity<Ship>(ship =>
            {
                ship.Property(s => s.Id).ValueGeneratedNever();
                ship.Property(s => s.Name).HasMaxLength(60).UseCollation("utf8mb4_general_ci");
                ship.HasIndex(s => s.Name).IsUnique();
                ship.Property<DateTime>("Launched");
                ship.ComplexProperty(s => s.Hull, hull => hull.ComplexProperty(h => h.Steel));
                ship.OwnsOne(s => s.Flag);
                ship.HasOne(s => s.Port).WithMany();
                ship.Ignore(s => s.Told);
            });
            model.Entity<Tanker>();
            model.Entity<Ferry>();
            model.Entity<Port>().Property(p => p.Id).ValueGeneratedNever();
        });
        await using ModelContext context = database.Context();
        Port[] ports = [new() { Id = 1, Name = "one" }, new() { Id = 2, Name = "two" }, new() { Id = 3, Name = "three" }];
        foreach (int i in Enumerable.Range(1, 40))
        {
            Ship ship = i % 2 == 0 ? new Tanker(i, $"it's ship {i}") { Tons = i * 100 } : new Ferry(i, $"it's ship {i}") { Cars = i };
            ship.Hull = new() { Length = i * 1.5, Steel = new() { Grade = $"g{i}" } };
            ship.Flag = new() { Country = $"c{i}" };
            ship.Port = ports[i % 3];
            ship.Loaded = i % 2 == 1;
            EntityEntry<Ship> entry = context.Add(ship);
            entry.Property("Launched").CurrentValue = Noon.AddDays(i);
        }

        await context.SaveChangesAsync(Token);
        return database;
    }

    private sealed class Loader : IMaterializationInterceptor
    {
        private int _seen;

        public int Seen => _seen;

        public int At { get; init; } = int.MaxValue;

        public Action Do { get; init; } = () => { };

        public int FailsAt { get; set; } = int.MaxValue;

        public int FailsId { get; set; }

        public int Times { get; set; }

        public object InitializedInstance(MaterializationInterceptionData materializationData, object entity)
        {
            if (++_seen == At)
                Do();
            if (entity is Ship ship)
                ship.Told = "the interceptor's";
            if (entity is Number number && (number.Id == FailsId || (_seen >= FailsAt && Times-- > 0)))
                throw new InvalidTimeZoneException($"number {number.Id}");
            return entity;
        }
    }

    private abstract class Ship
    {
        protected Ship(int id, string name)
        {
            Id = id;
            Name = name;
        }

        public int Id { get; private set; }

        public string Name { get; set; }

        public Hull Hull { get; set; } = new();

        public Flag Flag { get; set; } = new();

        public Port? Port { get; set; }

        public bool? Loaded { get; set; }

        public Guid Code { get; set; }

        public string? Told { get; set; }
    }

    private sealed class Tanker(int id, string name) : Ship(id, name)
    {
        public int Tons { get; set; }
    }

    private sealed class Ferry(int id, string name) : Ship(id, name)
    {
        public int Cars { get; set; }
    }

    private sealed class Hull
    {
        public double Length { get; set; }

        public Steel Steel { get; set; } = new();
    }

    private sealed class Steel
    {
        public string Grade { get; set; } = "";
    }

    private sealed class Flag
    {
        public string Country { get; set; } = "";
    }

    private sealed class Port
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Number(int id)
    {
        public int Id { get; private set; } = id;

        public string Text { get; set; } = "";
    }

    private sealed class Half
    {
        public int Id { get; set; }

        public Number? Number { get; set; }
    }

    private sealed record Everything
    {
        public int Id { get; set; }

        public bool Bool { get; set; }

        public sbyte SByte { get; set; }

        public byte Byte { get; set; }

        public short Short { get; set; }

        public ushort UShort { get; set; }

        public uint UInt { get; set; }

        public long Long { get; set; }

        public ulong ULong { get; set; }

        public float Float { get; set; }

        public double Double { get; set; }

        public double DoubleInFloat { get; set; }

        public float FloatInDouble { get; set; }

        public decimal DecimalInDouble { get; set; }

        public decimal Decimal { get; set; }

        public char Char { get; set; }

        public string Text { get; set; } = "";

        public string Fixed { get; set; } = "";

        public string Reversed { get; set; } = "";

        public byte[] Bytes { get; set; } = [];

        public Guid Guid { get; set; }

        public Guid Digits { get; set; }

        public DateTime Time { get; set; }

        public DateTime Seconds { get; set; }

        public DateTime Day { get; set; }

        public DateTimeOffset Offset { get; set; }

        public DateOnly Date { get; set; }

        public TimeOnly Clock { get; set; }

        public TimeSpan Span { get; set; }

        public Marks Marks { get; set; }

        public Marks MarksInNumber { get; set; }

        public short Year { get; set; }

        public int? Maybe { get; set; }

        public string? MaybeText { get; set; }

        public DateTime? MaybeTime { get; set; }

        public byte[]? MaybeBytes { get; set; }

        public bool? MaybeBool { get; set; }

        public Guid? MaybeGuid { get; set; }

        public static Everything Of(int id, DateTime time, double number, string text) => new()
        {
            Id = id,
            Bool = id % 2 == 0,
            SByte = (sbyte)-id,
            Byte = byte.MaxValue,
            Short = short.MinValue,
            UShort = ushort.MaxValue,
            UInt = uint.MaxValue,
            Long = id % 2 == 0 ? long.MinValue : long.MaxValue,
            ULong = ulong.MaxValue - (ulong)id,
            Float = (float)(number % 1e30),
            Double = number,
            DoubleInFloat = number % 1e5,
            FloatInDouble = (float)(number % 1e30),
            DecimalInDouble = (decimal)(number % 1e9),
            Decimal = (decimal)(number % 1e9),
            Char = "x'é漢"[id % 4],
            Text = text,
            Fixed = text.Length > 5 ? text[..5].Replace("\"", "", StringComparison.Ordinal) : text,
            Reversed = text.Length > 100 ? "r" : text,
            Bytes = [0, (byte)id, 255, 92, 39],
            Guid = new(id, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
            Digits = new(id, 12, 13, 4, 5, 6, 7, 8, 9, 10, 11),
            Time = time,
            Seconds = new(2024, 1, id, 1, 2, 3),
            Day = new(2024, 1, id),
            Offset = new(Noon.AddHours(id), TimeSpan.Zero),
            Date = DateOnly.FromDateTime(time),
            Clock = new(23, 59, id, 1),
            Span = TimeSpan.FromHours((id % 2 == 0 ? -1 : 1) * 800.5) + TimeSpan.FromMilliseconds(id),
            Marks = Marks.Old | Marks.Rare,
            MarksInNumber = (Marks)(id % 4),
            Year = (short)(2000 + id),
        };
    }
}
