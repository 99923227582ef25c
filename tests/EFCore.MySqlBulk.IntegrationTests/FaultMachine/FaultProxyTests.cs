using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>The proxy does exactly what its policy says to a driver's plain queries.</summary>
[BothServers]
public abstract class FaultProxyTests(Servers servers, ServerKind kind)
{
    private const string NoTls = "Pooling=False;SslMode=Disabled";
    private const string LongText = "SELECT REPEAT('x', 300000)";

    [Fact]
    public async Task Without_faults_queries_get_their_answers()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using FaultProxy proxy = new(database.ConnectionString);

        Assert.Equal(300_000, await LengthAsync(database, proxy, NoTls));
        Assert.Equal(300_000, await LengthAsync(database, proxy, "Pooling=False"));

        // MySQL and MariaDB 11.8 make a certificate of their own.
        Assert.Equal([false, kind == ServerKind.MySql || database.Server.IsNewerMariaDb], proxy.Links.Select(link => link.IsEncrypted));
        ProxyLink plain = proxy.Links.First();
        Assert.Single(plain.Queries, query => query.EndsWith(LongText, StringComparison.Ordinal));
        Assert.True(plain.ThreadId > 0);
        Assert.Equal(1, plain.Sent(CommandCode.Quit));
    }

    [Theory]
    [InlineData("pieces")]
    [InlineData("packets")]
    [InlineData("windows")]
    public async Task Split_and_slow_answers_arrive_whole(string way)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using FaultProxy proxy = new(database.ConnectionString, way switch
        {
            "pieces" => FaultPolicy.BothWays(new() { PieceBytes = 7 }),
            "packets" => FaultPolicy.BothWays(new() { PacketPerWrite = true }),
            _ => new() { SocketBytes = 2_048 },
        });

        Assert.Equal(300_000, await LengthAsync(database, proxy, NoTls));
    }

    [Fact]
    public async Task A_delay_is_felt_by_every_round_trip()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using FaultProxy proxy = new(database.ConnectionString, FaultPolicy.BothWays(new() { Delay = TimeSpan.FromMilliseconds(10) }));
        await using ModelContext context = database.Context(proxy, NoTls);
        await context.Database.OpenConnectionAsync();
        int before = proxy.Links.Single().RoundTrips;
        long started = Stopwatch.GetTimestamp();

        for (int query = 0; query < 5; query++)
            await TestDatabase.QueryAsync(context, "SELECT 1");

        Assert.Equal(5, proxy.Links.Single().RoundTrips - before);
        Assert.True(Stopwatch.GetElapsedTime(started) >= TimeSpan.FromMilliseconds(100));
    }

    [Theory]
    [InlineData(Fault.ResetBefore)]
    [InlineData(Fault.ResetMidway)]
    [InlineData(Fault.CloseAfter)]
    public async Task A_connection_that_breaks_is_an_error_for_the_client_and_the_end_for_the_server(Fault fault)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using FaultProxy proxy = new(database.ConnectionString, new() { OnPacket = (link, packet) => IsLongText(link, packet) ? fault : Fault.None });
        await using ModelContext context = database.Context(proxy, NoTls);

        await Assert.ThrowsAnyAsync<Exception>(() => TestDatabase.QueryAsync(context, LongText));
        await context.Database.CloseConnectionAsync();

        await Threads.GoneAsync(database, proxy.Links);
        await OrdinaryQueries.GetTheirOwnAnswersAsync(context, 10);
    }

    [Fact]
    public async Task A_stalled_answer_keeps_the_client_waiting_until_its_own_timeout()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        TaskCompletionSource met = new();
        await using FaultProxy proxy = new(database.ConnectionString, OnLongText(Fault.Stall, met));
        await using ModelContext context = database.Context(proxy, NoTls);
        await context.Database.OpenConnectionAsync();

        Task<List<object?[]>> query = Task.Run(() => TestDatabase.QueryAsync(context, LongText));
        await met.Task;
        Assert.False(query.IsCompleted);
        proxy.Links.Single().Reset();
        await Assert.ThrowsAnyAsync<Exception>(() => query);
    }

    [Fact]
    public async Task A_cut_connection_lives_on_at_the_server()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        TaskCompletionSource met = new();
        await using (FaultProxy proxy = new(database.ConnectionString, OnLongText(Fault.Cut, met)))
        {
            await using ModelContext context = database.Context(proxy, NoTls);
            await context.Database.OpenConnectionAsync();
            Task<List<object?[]>> query = Task.Run(() => TestDatabase.QueryAsync(context, LongText));
            await met.Task;
            Assert.False(query.IsCompleted);
            Assert.Equal(1, await Threads.CountAsync(database, proxy.Links));
            proxy.Links.Single().Reset();
            await Assert.ThrowsAnyAsync<Exception>(() => query);
        }
    }

    private static FaultPolicy OnLongText(Fault fault, TaskCompletionSource met) => new()
    {
        OnPacket = (link, packet) =>
        {
            if (!IsLongText(link, packet))
                return Fault.None;
            met.TrySetResult();
            return fault;
        },
    };

    private static bool IsLongText(ProxyLink link, RelayedPacket packet)
        => !packet.ToServer && link.Queries.Any(query => query.EndsWith(LongText, StringComparison.Ordinal));

    private static async Task<int> LengthAsync(TestDatabase database, FaultProxy proxy, string more)
    {
        await using ModelContext context = database.Context(proxy, more);
        await context.Database.OpenConnectionAsync();
        return ((string)(await TestDatabase.QueryAsync(context, LongText))[0][0]!).Length;
    }
}
