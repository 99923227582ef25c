using System.Linq.Expressions;
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
    private static readonly Expression<Func<Visit, ArchivedVisit>> Row = visit
        => new() { Id = visit.Id, Site = visit.Site, At = visit.At, Path = visit.Path, Note = visit.Path.PadRight(1_000), ArchivedAt = TwoServers.Now, CheckedAt = TwoServers.Now };

    [Fact]
    public async Task Rows_are_not_held()
    {
        int rows = FullRun.IsLarge ? 500_000 : 60_000;
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind, rows);
        long before = 0;
        long growth = 0;
        int seen = 0;
        await using ModelContext source = two.Source.Context();
        await using ModelContext target = two.Target.Context(options => options.AddInterceptors(new BeforeStatement(_ => true, _ =>
        {
            // The first statements fill the pool of buffers: this interceptor makes them wait for their answers, so they are long.
            if (++seen > 40 && seen % 10 == 1)
            {
                long held = GC.GetTotalMemory(forceFullCollection: true);
                before = before == 0 ? held : before;
                growth = Math.Max(growth, held - before);
            }

            return Task.CompletedTask;
        })));

        BulkResult done = await source.Set<Visit>().BulkCopyToAsync(target, Row, new() { WholeTable = true, BatchTime = Visits.Patience }, TestContext.Current.CancellationToken);

        Assert.Equal(rows, done.RowsInserted);
        // The pool keeps some buffers of half a megabyte for each thread. A row that is held has 2,000 bytes, and the last batches have tens of thousands.
        TestContext.Current.TestOutputHelper?.WriteLine($"{growth / 1024:N0} kB after {seen} statements");
        Assert.InRange(growth, 0, 24 << 20);
        Assert.True(seen > 100);
    }
}
