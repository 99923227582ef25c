using System.Collections;
using System.ComponentModel.DataAnnotations.Schema;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Streams;

/// <summary>A long stream is read once, and the memory of a call does not grow with it, but by the keys that an option asks to keep.</summary>
[BothServers]
// The memory of other tests would count.
[Collection(nameof(PassingModelTests.Alone))]
public abstract class StreamMemoryTests(Servers servers, ServerKind kind)
{
    private const long MostOfLong = 64 << 20;

    // What docs/options.md says of a stream's keys.
    private const long BytesOfKey = 40;
    // Each of them collects all garbage of the process, which is a lot after the other tests.
    private const int Samples = 4;
    private static readonly int Long = FullRun.IsLarge ? 5_000_000 : 500_000;
    private static readonly long MostOfShorter = FullRun.IsLarge ? MostOfLong : 8 << 20;
    private static readonly int Shorter = FullRun.IsLarge ? 5_000_000 : 60_000;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_insert_of_a_long_stream_needs_little_memory(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        Stream<Point> points = new(Long, i => new() { Value = i });
        BulkResult done = isAsync
            ? await context.BulkInsertAsync((IAsyncEnumerable<Point>)points, cancellationToken: Token)
            : context.BulkInsert((IEnumerable<Point>)points);
        Check("insert", points, done.RowsInserted, Long, MostOfLong);
        Assert.Equal((long)Long * (Long - 1) / 2, await database.CountAsync("SELECT SUM(Value) FROM points"));
    }

    [OnlyInFullRuns("The memory of an insert and of a read is measured.")]
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task So_does_every_other_operation(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();

        Func<int, Point> given = i => new() { Id = i + 1, Value = -i };
        await RunAsync("insert without keys", given, new BulkInsertOptions { ReturnKeys = false }, (r, o, t) => context.BulkInsertAsync(r, o, t), (r, o, t) => context.BulkInsertAsync(r, o, t));
        await RunAsync("insert of keys", i => new Point { Id = Shorter + i + 1, Value = i }, new BulkInsertOptions(), (r, o, t) => context.BulkInsertAsync(r, o, t), (r, o, t) => context.BulkInsertAsync(r, o, t));
        await RunAsync("insert in portions", i => new Point { Id = (2 * Shorter) + i + 1, Value = i }, new BulkInsertOptions { CommitRows = 1_000 }, (r, o, t) => context.BulkInsertAsync(r, o, t), (r, o, t) => context.BulkInsertAsync(r, o, t));
        foreach (bool keeps in new[] { false, true })
        {
            await RunAsync("update", given, new BulkUpdateOptions<Point> { CheckDuplicates = keeps }, (r, o, t) => context.BulkUpdateAsync(r, o, t), (r, o, t) => context.BulkUpdateAsync(r, o, t), keeps);
            await RunAsync("delete", given, new BulkDeleteOptions { CheckDuplicates = keeps }, (r, o, t) => context.BulkDeleteAsync(r, o, t), (r, o, t) => context.BulkDeleteAsync(r, o, t), keeps);
            await RunAsync("insert if absent", given, new BulkInsertIfAbsentOptions<Point>(), (r, o, t) => context.BulkInsertIfAbsentAsync(r, o, t), (r, o, t) => context.BulkInsertIfAbsentAsync(r, o, t), true);
            await RunAsync("insert or update", given, new BulkInsertOrUpdateOptions<Point>(), (r, o, t) => context.BulkInsertOrUpdateAsync(r, o, t), (r, o, t) => context.BulkInsertOrUpdateAsync(r, o, t), true, rowsAffected: 0);
        }

        await RunAsync(
            "execute", given, new BulkExecuteOptions(),
            (rows, options, token) => context.BulkExecuteRawAsync(rows, "UPDATE points SET Value = {0} WHERE Id = {1}", p => (7, p.Id), options, token),
            (rows, options, token) => context.BulkExecuteRawAsync(rows, "UPDATE points SET Value = {0} WHERE Id = {1}", p => (7, p.Id), options, token));
        await RunAsync(
            "delete by key", i => i + 1, new BulkDeleteOptions { CheckDuplicates = false },
            (keys, options, token) => context.Set<Point>().BulkDeleteByKeyAsync(keys, options, token),
            (keys, options, token) => context.Set<Point>().BulkDeleteByKeyAsync(keys, options, token));

        async Task RunAsync<TRow, TOptions>(
            string name, Func<int, TRow> make, TOptions options, Func<IEnumerable<TRow>, TOptions, CancellationToken, Task<BulkResult>> call,
            Func<IAsyncEnumerable<TRow>, TOptions, CancellationToken, Task<BulkResult>> asyncCall, bool keepsKeys = false, int? rowsAffected = null)
        {
            Stream<TRow> rows = new(Shorter, make);
            BulkResult done = isAsync ? await asyncCall(rows, options, Token) : await call(rows, options, Token);
            Check(name, rows, done.RowsAffected, rowsAffected ?? Shorter, keepsKeys ? MostOfShorter + (BytesOfKey * Shorter) : MostOfShorter);
        }
    }

    [Fact]
    public async Task So_does_a_read_of_a_stream_of_keys()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(1, Shorter).Select(i => new Point { Id = i, Value = i }), new() { ReturnKeys = false }, Token);
        Stream<int> keys = new(Shorter, i => i + 1);
        int read = 0;
        await foreach (Point? point in context.Set<Point>().BulkReadAsync((IAsyncEnumerable<int>)keys, new() { Tracking = QueryTrackingBehavior.NoTracking }, Token))
            read += point!.Id == read + 1 ? 1 : 0;
        Check("read", keys, read, Shorter, MostOfShorter);
    }

    private static void Check<T>(string name, Stream<T> rows, long done, long expected, long most)
    {
        TestContext.Current.TestOutputHelper?.WriteLine($"{name}: {rows.Growth / 1024:N0} kB");
        Assert.Equal((name, expected, 1), (name, done, rows.Enumerations));
        Assert.True(rows.Growth < most, $"{name}: {rows.Growth:N0} bytes");
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind, Servers.Roomy).CreateAsync(model => model.Entity<Point>().ToTable("points"));

    private sealed class Point
    {
        public int Id { get; set; }

        public int Value { get; set; }

        // Makes a row that is held count.
        [NotMapped]
        public byte[] Ballast { get; } = new byte[200];
    }

    // Rows that are made while they are enumerated. Finds out how much the heap has grown since the first one.
    private sealed class Stream<T>(int count, Func<int, T> make) : IEnumerable<T>, IAsyncEnumerable<T>
    {
        private long _before;

        public int Enumerations { get; private set; }

        public long Growth { get; private set; }

        public IEnumerator<T> GetEnumerator()
        {
            Enumerations++;
            for (int i = 0; i < count; i++)
            {
                if (i == 0)
                    _before = GC.GetTotalMemory(forceFullCollection: true);
                else if ((i + 1) % (count / Samples) == 0)
                    Growth = Math.Max(Growth, GC.GetTotalMemory(forceFullCollection: true) - _before);
                yield return make(i);
            }
        }

        public async IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default)
        {
            using IEnumerator<T> rows = GetEnumerator();
            for (int i = 0; rows.MoveNext(); i++)
            {
                cancellationToken.ThrowIfCancellationRequested();
                if (i % 1_000 == 0)
                    await Task.Yield();
                yield return rows.Current;
            }
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}

// The memory of other tests would count.
