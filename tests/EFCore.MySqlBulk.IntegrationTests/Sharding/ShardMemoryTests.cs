using System.Collections;
using System.ComponentModel.DataAnnotations.Schema;
using EFCore.MySqlBulk.IntegrationTests.Streams;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sharding;

/// <summary>The memory of a long stream that five shards get at once: its positions, and a few rows for each shard.</summary>
[BothServers]
// The memory of other tests would count.
[Collection(nameof(PassingModelTests.Alone))]
public abstract class ShardMemoryTests(Servers servers, ServerKind kind)
{
    private const int Shards = 5;
    private const int Samples = 4;
    private const long Most = 64 << 20;
    private static readonly int Rows = FullRun.IsLarge ? 5_000_000 : 500_000;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_long_stream_needs_little_memory(bool isAsync)
    {
        await using TestDatabase database = await (await servers.OfAsync(kind, Servers.Roomy)).CreateAsync(model => model.Entity<Point>().ToTable("points"));
        await database.ExecuteAsync([.. Enumerable.Range(0, Shards).Select(shard => $"CREATE TABLE points_{shard} LIKE points")]);
        await using BulkShards<ModelContext, int> shards = new BulkShards<ModelContext, int>(_ => database.Context()).Map<Point>(point => point.Value % Shards, shard => $"points_{shard}");
        Points points = new(Rows);

        BulkResult done = isAsync ? await shards.BulkInsertAsync(points, cancellationToken: Token) : shards.BulkInsert(points);

        TestContext.Current.TestOutputHelper?.WriteLine($"{points.Growth / 1024:N0} kB, {done}");
        Assert.Equal((Rows, 1), ((int)done.RowsInserted, points.Enumerations));
        Assert.True(points.Growth < Most, $"{points.Growth:N0} bytes");
        for (int shard = 0; shard < Shards; shard++)
            Assert.Equal(Rows / Shards, await database.CountAsync($"SELECT COUNT(*) FROM points_{shard} WHERE Value % {Shards} = {shard}"));
    }

    private sealed class Point
    {
        public int Id { get; set; }

        public int Value { get; set; }

        // Makes a row that is held count.
        [NotMapped]
        public byte[] Ballast { get; } = new byte[200];
    }

    // Rows that are made while they are enumerated. Finds out how much the heap has grown since the first one.
    private sealed class Points(int count) : IEnumerable<Point>
    {
        public int Enumerations { get; private set; }

        public long Growth { get; private set; }

        public IEnumerator<Point> GetEnumerator()
        {
            Enumerations++;
            long before = GC.GetTotalMemory(forceFullCollection: true);
            for (int i = 0; i < count; i++)
            {
                if ((i + 1) % (count / Samples) == 0)
                    Growth = Math.Max(Growth, GC.GetTotalMemory(forceFullCollection: true) - before);
                yield return new() { Value = i };
            }
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
