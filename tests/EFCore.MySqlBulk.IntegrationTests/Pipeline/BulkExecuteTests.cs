using EFCore.MySqlBulk.IntegrationTests.Databases;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Wire;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>MariaDB's bulk execution, many rows in one packet.</summary>
public sealed class BulkExecuteTests(Servers servers)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_with_and_without_NULL_are_inserted_updated_and_deleted(bool synchronous)
    {
        (PipelineSession session, string database) = await (await servers.OfAsync(ServerKind.MariaDb)).CreateAsync(synchronous);
        Assert.True(session.HasBulkExecute);
        await session.QueryAsync("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20), d DATETIME(6)); SET autocommit=0");
        OutcomeList outcomes = new();
        Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
        ParameterType[] types = [new(ColumnType.VarString), new(ColumnType.DateTime), new(ColumnType.Long)];
        PreparedStatement insert = flight.Prepare("INSERT INTO t (v, d, id) VALUES (?, ?, ?)", types);
        PreparedStatement update = flight.Prepare("UPDATE t SET v = ?, d = ? WHERE id = ?", types);
        PreparedStatement delete = flight.Prepare("DELETE FROM t WHERE id = ?", [types[2]]);
        await flight.PumpAsync();
        Fill(flight, insert, 1_000, "ä");
        Fill(flight, insert, 1, "taken");
        Fill(flight, update, 2_000, "ü");
        flight.BeginBulkExecute(delete);
        for (int i = 0; i < 10; i++)
        {
            flight.Parameters.Int32(i);
            flight.EndBulkRow();
        }

        flight.EndBulkExecute();
        await flight.CompleteAsync();
        Assert.Equal([(4, 1062)], outcomes.Errors);
        Assert.Equal([1_000UL, 1_000UL, 10UL], outcomes.Ok.Skip(3).Select(ok => ok.AffectedRows));
        Assert.Equal([["990", "ü999", "330", "2024-01-02 03:04:05.000999"]],
            await session.QueryAsync("COMMIT; SELECT COUNT(*), MAX(v), SUM(v IS NULL), MAX(d) FROM t"));
        await session.DropAsync(database);
    }

    [Fact]
    public async Task MySQL_has_none_and_a_try_is_refused_before_it_is_sent()
    {
        PipelineSession session = await (await servers.OfAsync(ServerKind.MySql)).Settings().OpenAsync();
        Assert.False(session.HasBulkExecute);
        Flight flight = session.StartFlight(FlightLimits.Default, new OutcomeList());
        PreparedStatement statement = flight.Prepare("DO 0", []);
        await flight.PumpAsync();
        Assert.Throws<InvalidOperationException>(() => flight.BeginBulkExecute(statement));
        await session.CloseAsync();
    }

    private static void Fill(Flight flight, PreparedStatement statement, int rows, string text)
    {
        flight.BeginBulkExecute(statement);
        for (int i = 0; i < rows; i++)
        {
            if (i % 3 == 1)
                flight.Parameters.Null();
            else
                flight.Parameters.Text($"{text}{i}");
            flight.Parameters.DateTime(2024, 1, 2, 3, 4, 5, i);
            flight.Parameters.Int32(i);
            flight.EndBulkRow();
        }

        flight.EndBulkExecute();
    }
}
