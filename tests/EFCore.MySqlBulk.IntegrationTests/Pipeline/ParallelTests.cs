using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Many batches at once.</summary>
[BothServers]
public abstract class ParallelTests(Servers servers, ServerKind kind)
{
    private const int Calls = 100;
    private const int Rows = 50;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_hundred_batches_at_once_all_come_to_an_end(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind, Servers.Roomy).CreateAsync(Tickets.Model, "Maximum Pool Size=400;Connection Timeout=60");

        await Task.WhenAll(Enumerable.Range(0, Calls).Select(call => Task.Run(async () =>
        {
            await using ModelContext context = database.Context();
            BulkResult done = await context.InsertAsync(isAsync, Tickets.New(Rows, 1 + (call * Rows)), new() { Strategy = BulkStrategy.PipelinedArrayBatch });
            Assert.Equal((BulkStrategy.PipelinedArrayBatch, (long)Rows), (done.Strategy, done.RowsInserted));
        }))).WaitAsync(TimeSpan.FromSeconds(240));

        Assert.Equal(Calls * Rows, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }
}
