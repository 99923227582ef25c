using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Atomic;

/// <summary>The client's process is killed at any step of a call whose connections commit together.</summary>
[BothServers]
[OnlyInFullRuns("AtomicFault loses every connection at every step.")]
public abstract class KilledClientTests(Servers servers, ServerKind kind)
{
    private const int Rows = 300;
    private const string ConnectionVariable = "MYSQLBULK_KILLED_CLIENT";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Theory]
    [InlineData("XA START", 1, false)]
    [InlineData("XA PREPARE", 1, false)]
    [InlineData("XA PREPARE", 2, true)]
    [InlineData("COMMIT", 1, false)]
    [InlineData("COMMIT", 1, true)]
    [InlineData("XA COMMIT", 1, false)]
    [InlineData("XA COMMIT", 2, true)]
    [InlineData("DELETE FROM", 1, false)]
    public async Task What_it_leaves_is_made_all_or_nothing(string step, int which, bool isAnswer)
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        Step at = new(step, which, isAnswer);
        Process? client = null;
        // What was sent before goes on its way.
        await using FaultProxy proxy = new(database.ConnectionString, new()
        {
            OnPacket = (link, packet) =>
            {
                if (at.IsReached(link, packet))
                    client!.Kill();
                return Fault.None;
            },
        });
        using (client = Start(proxy.ConnectionString(database.ConnectionString, Trial.Plain)))
        {
            Assert.True(client.WaitForExit(Patience), "The client has not ended.");
            Assert.True(at.WasReached, await client.StandardOutput.ReadToEndAsync(Token));
        }

        await using ModelContext context = database.Context(Decisions.Use);
        await AtomicFaultTests.UntilEndedAsync(database, proxy);
        IReadOnlyList<UnfinishedBulkCall> ended = await context.EndUnfinishedBulkCallsAsync(TimeSpan.Zero, Token);

        bool isDecided = step is "COMMIT" or "XA COMMIT" or "DELETE FROM";
        Assert.DoesNotContain(ended, call => call.Transactions > 0 || call.State != (isDecided ? UnfinishedBulkCallState.Committed : UnfinishedBulkCallState.RolledBack));
        Assert.Equal(isDecided ? Rows : 0, (await Tickets.StoredAsync(database)).Count);
        await Decisions.NothingIsLeftAsync(database);
    }

    /// <summary>The client: started by the test above in a process of its own.</summary>
    [Fact(Explicit = true)]
    public async Task Client()
    {
        string connection = Environment.GetEnvironmentVariable(ConnectionVariable) ?? "";
        DbContextOptionsBuilder options = new();
        options.UseMySql(connection, await ServerVersion.AutoDetectAsync(connection)).UseMySqlBulk(bulk => bulk.DecisionTable(Decisions.Table));
        await using ModelContext context = new(options.Options, Tickets.Model);
        await context.BulkInsertAsync(Tickets.New(Rows), new() { Connections = 2, Atomic = true, BatchRows = 50 }, Token);
    }

    private Process Start(string connection)
    {
        ProcessStartInfo start = new("dotnet", ["exec", typeof(KilledClientTests).Assembly.Location, "-explicit", "only", "-method", $"{GetType().FullName}.{nameof(Client)}"]) { RedirectStandardOutput = true };
        start.Environment[ConnectionVariable] = connection;
        return Process.Start(start)!;
    }
}
