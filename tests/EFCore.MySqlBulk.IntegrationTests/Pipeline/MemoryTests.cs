using EFCore.MySqlBulk.IntegrationTests.Streams;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>A batch keeps the rows in flight in memory, not those before them.</summary>
[BothServers]
public abstract class MemoryTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_long_stream_needs_little_memory(bool isInsert)
    {
        const int rows = 100_000;
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Streams.Reading>().ToTable("readings"));
        await using ModelContext context = database.Context();
        LiveRows held = new(recent: 7_000, lookEvery: 20_000);
        CountedReadings readings = new(rows, held.Given);

        if (isInsert)
            await context.BulkInsertAsync((IEnumerable<Streams.Reading>)readings, new() { Strategy = BulkStrategy.PipelinedArrayBatch });
        else
            await context.BulkExecuteRawAsync((IEnumerable<Streams.Reading>)readings, "INSERT INTO readings (Sensor, Value, Unit) VALUES ({0}, {1}, {2})", r => (r.Sensor, r.Value, r.Unit));

        // Rows more than 7,000 back are gone; memory that other tests hold does not count.
        Assert.InRange(held.Most, 0, 3);
        Assert.Equal(rows, await database.CountAsync("SELECT COUNT(*) FROM readings"));
    }
}
