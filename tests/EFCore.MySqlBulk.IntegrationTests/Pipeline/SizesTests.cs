using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Calls of every size, over good and bad networks.</summary>
[BothServers]
public abstract class SizesTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(1)]
    [InlineData(99)]
    [InlineData(100)]
    [InlineData(101)]
    [InlineData(5_000)]
    public async Task Every_row_of_a_batch_is_stored(int rows)
    {
        foreach (Job job in Enum.GetValues<Job>())
        {
            await using Trial trial = await Trial.BeginAsync(servers, kind, job, rows);
            BulkResult done = await trial.RunAsync(isAsync: job != Job.Update);
            Assert.Equal((trial.Strategy, (long)rows), (done.Strategy, done.RowsAffected));
            await trial.IsStoredAsync();
            await trial.LeavesNothingBehindAsync(runsAgain: false);
        }
    }

    [Fact]
    public async Task A_hundred_thousand_rows_are_updated()
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Execute, 100_000);
        Assert.Equal(100_000, (await trial.RunAsync()).RowsAffected);
        await trial.IsStoredAsync();
    }

    [Theory]
    [InlineData("pieces")]
    [InlineData("packets")]
    [InlineData("windows")]
    [InlineData("delay")]
    [InlineData("everything")]
    public async Task No_network_is_too_bad(string network)
    {
        FaultPolicy policy = network switch
        {
            "pieces" => FaultPolicy.BothWays(new() { PieceBytes = 3 }),
            "packets" => new() { ToClient = new() { PacketPerWrite = true } },
            "windows" => new() { SocketBytes = 2_048 },
            "delay" => FaultPolicy.BothWays(new() { Delay = TimeSpan.FromMilliseconds(1) }),
            _ => FaultPolicy.BothWays(new() { Delay = TimeSpan.FromMilliseconds(1), PieceBytes = 11 }) with { SocketBytes = 16_384 },
        };
        foreach (bool isAsync in new[] { true, false })
        {
            // Each job runs in one mode on one server, and in the other mode on the other server.
            foreach (Job job in new[] { Job.Insert, Job.Execute, Job.InsertLists }.Where(job => FullRun.IsAsked || isAsync == (((int)job + (int)kind) % 2 == 0)))
            {
                await using Trial trial = await Trial.BeginAsync(servers, kind, job, 3_000, policy);
                Assert.Equal(3_000, (await trial.RunAsync(isAsync)).RowsAffected);
                await trial.IsStoredAsync();
            }
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task No_network_is_too_bad_for_TLS_either(bool isAsync)
    {
        FaultPolicy policy = FaultPolicy.BothWays(new() { Delay = TimeSpan.FromMilliseconds(1), PieceBytes = 11 }) with { SocketBytes = 16_384 };
        ServerOptions onlyTls = new() { RequireTls = true };
        foreach (Job job in new[] { Job.Insert, Job.Execute, Job.InsertLists })
        {
            await using Trial trial = await Trial.BeginAsync(servers, kind, job, 3_000, policy, onlyTls, "SslMode=Required");
            Assert.Equal(3_000, (await trial.RunAsync(isAsync)).RowsAffected);
            await trial.IsStoredAsync();
            Assert.All(trial.Proxy.Links, link => Assert.True(link.IsEncrypted));
        }
    }

    [Fact]
    public async Task Far_from_the_server_a_batch_takes_few_round_trips()
    {
        await using Trial trial = await Trial.BeginAsync(
            servers, kind, Job.Execute, 2_000, FaultPolicy.BothWays(new() { Delay = TimeSpan.FromMilliseconds(10) }));
        await trial.RunAsync();
        // Row by row it would be 2,000; opening the connection takes about five.
        Assert.InRange(trial.Pipeline.RoundTrips, 1, 30);
        await trial.IsStoredAsync();
    }
}
