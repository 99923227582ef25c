using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Session.IO;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Outcomes of statements as the servers report them.</summary>
[BothServers]
public abstract class ResultTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Thousands_of_updates_in_one_transaction_each_tell_their_rows(bool synchronous)
    {
        (BorrowedSession session, string database) = await (await servers.OfAsync(kind)).CreateAsync(synchronous);
        await session.QueryAsync("CREATE TABLE t (id INT PRIMARY KEY, v INT); SET autocommit=0");
        OutcomeList outcomes = new();
        Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
        ParameterType number = new(ColumnType.Long);
        PreparedStatement insert = flight.Prepare("INSERT INTO t VALUES (?, ?)", [number, number]);
        PreparedStatement update = flight.Prepare("UPDATE t SET v = ? WHERE id = ?", [number, number]);
        await flight.PumpAsync();
        for (int i = 0; i < 6_000; i++)
            await ExecuteAsync(flight, i < 3_000 ? insert : update, i < 3_000 ? 2 * i : 7, i < 3_000 ? 0 : i - 3_000);
        await flight.CompleteAsync();
        Assert.Empty(outcomes.Errors);
        Assert.All(outcomes.Ok.Skip(2).Take(3_000), ok => Assert.Equal(1UL, ok.AffectedRows));
        Assert.Equal(Enumerable.Range(0, 3_000).Select(i => i % 2 == 0 ? 1UL : 0UL), outcomes.Ok.Skip(3_002).Select(ok => ok.AffectedRows));
        Assert.All(outcomes.Ok.Skip(2), ok => Assert.True(ok.Status.HasFlag(ServerStatus.InTransaction)));
        Assert.Equal([["Com_stmt_prepare", "2"], ["Com_stmt_reprepare", "0"]],
            (await session.QueryAsync("COMMIT; SHOW SESSION STATUS WHERE Variable_name IN ('Com_stmt_prepare', 'Com_stmt_reprepare')")).OrderBy(row => row[0]));
        Assert.Equal("1500", await session.ValueAsync("SELECT COUNT(*) FROM t WHERE v = 7"));
        await session.DropAsync(database);
    }

    [Fact]
    public async Task An_error_belongs_to_its_own_statement_and_the_session_still_works()
    {
        (BorrowedSession session, string database) = await (await servers.OfAsync(kind)).CreateAsync();
        await session.QueryAsync("CREATE TABLE t (id INT PRIMARY KEY); INSERT INTO t VALUES (5)");
        OutcomeList outcomes = new();
        Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
        PreparedStatement insert = flight.Prepare("INSERT INTO t VALUES (?)", [new(ColumnType.Long)]);
        PreparedStatement wrong = flight.Prepare("INSERT INTO nowhere VALUES (?)", [new(ColumnType.Long)]);
        await flight.PumpAsync();
        Assert.False(wrong.IsReady);
        for (int i = 0; i < 10; i++)
        {
            flight.BeginExecute(insert);
            flight.Parameters.Int32(i);
            flight.EndExecute();
        }

        await flight.CompleteAsync();
        Assert.True(flight.HasFailed);
        Assert.Equal([(1, 1146), (7, 1062)], outcomes.Errors);
        flight.Close(insert);
        await flight.CompleteAsync();
        Assert.Equal("10", await session.ValueAsync("SELECT COUNT(*) FROM t"));
        await session.DropAsync(database);
    }

    [Fact]
    public async Task Results_of_calls_and_of_several_statements_are_skipped_and_summed()
    {
        (BorrowedSession session, string database) = await (await servers.OfAsync(kind)).CreateAsync();
        await session.QueryAsync("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20))");
        await session.QueryAsync("CREATE PROCEDURE p(n INT) BEGIN SELECT n, 'ä', NULL; SELECT * FROM t; INSERT INTO t VALUES (n, 'x'), (n + 1, 'y'); END");
        OutcomeList outcomes = new();
        Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
        PreparedStatement call = flight.Prepare("CALL p(?)", [new(ColumnType.Long)]);
        await flight.PumpAsync();
        flight.BeginExecute(call);
        flight.Parameters.Int32(1);
        flight.EndExecute();
        flight.Query("SELECT 1; UPDATE t SET v = 'z' WHERE id = 1; UPDATE t SET v = 'z'; SELECT 2");
        flight.Query("CALL p(10)");
        flight.Query("UPDATE t SET v = 'a' WHERE id = 2");
        await flight.CompleteAsync();
        Assert.Empty(outcomes.Errors);
        Assert.Equal([2UL, 3UL, 2UL, 1UL], outcomes.Ok.Skip(1).Select(ok => ok.AffectedRows));
        Assert.Equal([["1"], ["ä"], [null]], await session.QueryAsync("SELECT 1; SELECT 'ä'; DO 0; SELECT NULL"));
        await session.DropAsync(database);
    }

    [Fact]
    public async Task Generated_keys_and_warnings_are_reported()
    {
        (BorrowedSession session, string database) = await (await servers.OfAsync(kind)).CreateAsync();
        await session.QueryAsync("CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, v TINYINT); SET sql_mode = ''; INSERT INTO t VALUES (70000, 1)");
        OutcomeList outcomes = new();
        Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
        flight.Query("INSERT INTO t (v) VALUES (1), (2)");
        flight.Query("INSERT INTO t (v) VALUES (1000)");
        await flight.CompleteAsync();
        Assert.Equal([(70_001UL, 0), (70_003UL, 1)], outcomes.Ok.Select(ok => (ok.LastInsertId, ok.Warnings)));
        await session.DropAsync(database);
    }

    [Fact]
    public async Task An_abort_ends_the_wait_and_the_servers_thread()
    {
        RunningServer server = await servers.OfAsync(kind);
        await using TestDatabase witness = await Tickets.EmptyAsync(servers, kind);
        foreach (bool synchronous in (bool[])[true, false])
        {
            BorrowedSession session = await server.OpenAsync(synchronous);
            string isServed = $"ID = {session.ConnectionId}";
            Task sleep = Task.Run(async () => await session.QueryAsync("SELECT SLEEP(100)"), TestContext.Current.CancellationToken);
            await Threads.ReachedAsync(witness, sleep, $"{isServed} AND STATE = 'User sleep'");
            session.Abort();
            await Assert.ThrowsAsync<PipelineBrokenException>(() => sleep.WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken));
            await session.CloseAsync();
            await witness.ExecuteAsync($"KILL {session.ConnectionId}");
            await Threads.GoneAsync(witness, isServed);
        }
    }

    [Fact]
    public async Task A_killed_session_is_broken_and_says_so()
    {
        RunningServer server = await servers.OfAsync(kind);
        BorrowedSession witness = await server.OpenAsync();
        BorrowedSession session = await server.OpenAsync();
        await witness.QueryAsync(string.Create(CultureInfo.InvariantCulture, $"KILL {session.ConnectionId}"));
        Flight flight = session.StartFlight(FlightLimits.Default, new OutcomeList());
        await Assert.ThrowsAsync<PipelineBrokenException>(async () =>
        {
            for (int i = 0; i < 100_000; i++)
            {
                flight.Query("DO 0");
                if (flight.MustPump)
                    await flight.PumpAsync();
            }

            await flight.CompleteAsync();
        });
        Assert.False(session.IsUsable);
        await session.CloseAsync();
        await witness.CloseAsync();
    }

    private static async Task ExecuteAsync(Flight flight, PreparedStatement statement, int first, int second)
    {
        flight.BeginExecute(statement);
        flight.Parameters.Int32(first);
        flight.Parameters.Int32(second);
        flight.EndExecute();
        if (flight.MustPump)
            await flight.PumpAsync();
    }
}
