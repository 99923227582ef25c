using System.Data;
using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.FaultMachine;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Cancellation;

/// <summary>A call that is cancelled at any moment ends soon, stores nothing, and leaves a usable context behind.</summary>
[BothServers]
[OnlyInFullRuns("Cancelled cancels pipelined calls, and WaitingStatement ordinary ones, at a few moments.")]
public abstract class PromptEndTests(Servers servers, ServerKind kind)
{
    private const int Moments = 3;

    // Moments of an earlier run come again with its seed.
    private const string SeedVariable = "MYSQLBULK_CANCEL_SEED";

    // A small call that is not ended waits for ever; a large one would end by itself after a while.
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(FullRun.IsLarge ? 2 : 20);

    private static readonly int Seed = int.TryParse(Environment.GetEnvironmentVariable(SeedVariable), NumberStyles.None, CultureInfo.InvariantCulture, out int given) ? given : Environment.TickCount & 0xFFFF;

    public static TheoryData<Operation, BulkStrategy, BulkPipelining> Ways
    {
        get
        {
            TheoryData<Operation, BulkStrategy, BulkPipelining> ways = [];
            foreach (Operation operation in Enum.GetValues<Operation>())
            {
                BulkStrategy[] strategies = operation switch
                {
                    Operation.Insert => EveryStrategy.Inserts,
                    Operation.Update => EveryStrategy.Updates(ServerKind.MySql),
                    _ => EveryStrategy.Deletes(ServerKind.MySql),
                };
                foreach (BulkStrategy strategy in strategies)
                {
                    if (strategy != BulkStrategy.PipelinedArrayBatch)
                        ways.Add(operation, strategy, BulkPipelining.Never);
                    if (strategy is not (BulkStrategy.RowByRow or BulkStrategy.MultiStatement))
                        ways.Add(operation, strategy, BulkPipelining.Always);
                }
            }

            return ways;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_cancelled_call_ends_soon(Operation operation, BulkStrategy strategy, BulkPipelining pipelining)
    {
        Assert.SkipWhen(strategy == BulkStrategy.PreparedValuesJoin && kind == ServerKind.MariaDb, "MariaDB types a prepared list by its first row.");
        int rows = FullRun.IsLarge ? strategy == BulkStrategy.RowByRow ? 60_000 : 500_000 : 6_000;
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, rows);
        string changed = operation == Operation.Update ? "SELECT COUNT(*) FROM tickets WHERE Name LIKE 'changed%'" : "SELECT COUNT(*) FROM tickets";
        (int before, int after) = operation == Operation.Delete ? (rows, 0) : (0, rows);

        await CancelAsync(database, (context, token) => operation switch
        {
            Operation.Insert => context.BulkInsertAsync(tickets, new() { Strategy = strategy, Pipelining = pipelining }, token),
            Operation.Update => context.BulkUpdateAsync(tickets, new() { Strategy = strategy, Pipelining = pipelining }, token),
            _ => context.BulkDeleteAsync(tickets, new() { Strategy = strategy, Pipelining = pipelining }, token),
        }, async (context, isStored) =>
        {
            // On the context that was cancelled, and on another connection.
            Assert.Equal(isStored ? after : before, Convert.ToInt32((await TestDatabase.QueryAsync(context, changed))[0][0], CultureInfo.InvariantCulture));
            Assert.Equal(isStored ? after : before, await database.CountAsync(changed));
            if (isStored)
                await database.ExecuteAsync("DELETE FROM tickets");
            if (isStored || operation == Operation.Insert)
                tickets = await Tickets.ForAsync(operation, database, rows);
        });
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task So_does_a_call_of_statements_with_results(bool returnAffected)
    {
        int rows = FullRun.IsLarge ? 60_000 : 6_000;
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync("CREATE PROCEDURE add_ticket(token INT) BEGIN SELECT token; INSERT INTO tickets (Token, Name, Score) VALUES (token, '', 0); END");

        await CancelAsync(database, (context, token) => context.BulkExecuteRawAsync(
            Enumerable.Range(1, rows).ToList(), "CALL add_ticket({0})", row => row, new() { Strategy = BulkStrategy.MultiStatement, ReturnAffected = returnAffected }, token), async (context, isStored) =>
        {
            Assert.Equal(isStored ? rows : 0, Convert.ToInt32((await TestDatabase.QueryAsync(context, "SELECT COUNT(*) FROM tickets"))[0][0], CultureInfo.InvariantCulture));
            await database.ExecuteAsync("DELETE FROM tickets");
        });
    }

    private static async Task CancelAsync(TestDatabase database, Func<ModelContext, CancellationToken, Task<BulkResult>> call, Func<ModelContext, bool, Task> check)
    {
        TimeSpan whole = TimeSpan.Zero;
        // The first two calls are not cancelled: one for everything that is found out once, and one to see how long it takes.
        for (int run = 0; run < 2; run++)
        {
            await using ModelContext context = database.Context();
            await context.Database.OpenConnectionAsync(Token);
            long started = Stopwatch.GetTimestamp();
            await call(context, Token);
            whole = Stopwatch.GetElapsedTime(started);
            await check(context, true);
        }

        Random random = new(Seed);
        for (int i = 0; i < Moments; i++)
        {
            TimeSpan moment = whole * random.NextDouble();
            string of = string.Create(CultureInfo.InvariantCulture, $"cancelled after {moment.TotalMilliseconds:0} ms of {whole.TotalMilliseconds:0}, {SeedVariable}={Seed}");
            TestContext.Current.TestOutputHelper?.WriteLine(of);
            await using ModelContext context = database.Context();
            await context.Database.OpenConnectionAsync(Token);
            using CancellationTokenSource cancellation = new();
            Task<BulkResult> running = Task.Run(() => call(context, cancellation.Token), Token);
            await Task.WhenAny(running, Task.Delay(moment, Token));
            Task cancelling = cancellation.CancelAsync();
            // What a large call has stored so far has to be rolled back, which takes about as long as storing it did.
            TimeSpan bound = FullRun.IsLarge ? Bound + moment : Bound;
            Assert.True(await FairClock.EndsAsync(running, bound), $"The call did not end within {bound}: {of}");
            await cancelling;
            Exception? failure = await Record.ExceptionAsync(() => running);
            Assert.True(failure is null or OperationCanceledException, $"{of}: {failure}");
            // A driver whose own statement met the kill, or that waits for an answer which a kill between two statements has prevented, cannot go on: its connection is gone, and the context's next use opens another one.
            if (failure is not null && context.Database.GetDbConnection().State != ConnectionState.Open)
                await context.Database.OpenConnectionAsync(Token);
            await check(context, failure?.Message.Contains("All rows of this call are stored", StringComparison.Ordinal) ?? true);
        }
    }
}
