using EFCore.MySqlBulk.IntegrationTests.Streams;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>A copy to another server holds a part of a batch, however large that is.</summary>
[BothServers]
// The memory of other tests would count.
[Collection(nameof(PassingModelTests.Alone))]
[OnlyInFullRuns("StreamMemory measures the inserts by which rows are copied.")]
public abstract class CopyMemoryTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task Rows_are_not_held()
    {
        int rows = FullRun.IsLarge ? 1_000_000 : 200_000;
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind, rows);
        long before = 0;
        long growth = 0;
        int seen = 0;
        await using ModelContext source = two.Source.Context();
        await using ModelContext target = two.Target.Context(options => options.AddInterceptors(new BeforeStatement(_ => true, _ =>
        {
            // The first statements fill the pool of buffers: this interceptor makes them wait for their answers, so they are long.
            if (++seen > 40 && seen % 20 == 1)
            {
                long held = GC.GetTotalMemory(forceFullCollection: true);
                before = before == 0 ? held : before;
                growth = Math.Max(growth, held - before);
            }

            return Task.CompletedTask;
        })));

        BulkResult done = await source.Set<Visit>().BulkCopyToAsync(target, TwoServers.Row, new() { WholeTable = true, BatchTime = Visits.Patience }, TestContext.Current.CancellationToken);

        Assert.Equal(rows, done.RowsInserted);
        // A row that is held has 200 bytes, and the batches have up to 100,000.
        Assert.InRange(growth, 0, 4 << 20);
        Assert.True(seen > 100);
    }
}
