using System.Data.Common;
using EFCore.MySqlBulk.DriverStreams;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Session.Driver;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.DriverStreams;

/// <summary>Each version of MySqlConnector lends its stream, and goes on afterwards as if nothing had been.</summary>
[BothServers]
public abstract class DriverVersionTests(Servers servers, ServerKind kind)
{
    private const int Rows = 500;

    [Theory]
    [MemberData(nameof(DriverVersion.Known), MemberType = typeof(DriverVersion))]
    public async Task It_lends_its_stream_inside_its_own_transaction(string version)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(_ => { });
        await database.ExecuteAsync("CREATE TABLE sent (id int PRIMARY KEY)");
        await using DbConnection connection = new DriverVersion(version).Connection(database.ConnectionString + ";AllowUserVariables=true");
        await connection.OpenAsync();
        object? session = await ScalarAsync(connection, null, "SELECT CONNECTION_ID()");
        await using (DbTransaction transaction = await connection.BeginTransactionAsync())
        {
            await ScalarAsync(connection, transaction, "SET @seen=7");
            FlightOutcomes outcomes = await FlyAsync(connection, Rows);
            Assert.Null(outcomes.Error);
            Assert.Equal(Rows, outcomes.Affected);
            Assert.Equal((long)Rows, Convert.ToInt64(await ScalarAsync(connection, transaction, "SELECT COUNT(*) FROM sent"), null));
            Assert.Equal(7L, Convert.ToInt64(await ScalarAsync(connection, transaction, "SELECT @seen"), null));
            Assert.Equal(session, await ScalarAsync(connection, transaction, "SELECT CONNECTION_ID()"));
            await transaction.RollbackAsync();
        }

        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM sent"));
        await connection.CloseAsync();
        await connection.OpenAsync();
        Assert.Equal("4711", Convert.ToString(await ScalarAsync(connection, null, "SELECT 4711"), null));
    }

    [Theory]
    [MemberData(nameof(DriverVersion.Known), MemberType = typeof(DriverVersion))]
    public async Task It_refuses_every_other_use_meanwhile(string version)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(_ => { });
        await using DbConnection connection = new DriverVersion(version).Connection(database.ConnectionString);
        await connection.OpenAsync();
        DriverStream stream = Find(connection);

        stream.Begin();
        await Assert.ThrowsAsync<InvalidOperationException>(() => ScalarAsync(connection, null, "SELECT 1"));
        Assert.Throws<InvalidOperationException>(stream.Begin);
        stream.End();

        Assert.Equal("1", Convert.ToString(await ScalarAsync(connection, null, "SELECT 1"), null));
    }

    [Theory]
    [MemberData(nameof(DriverVersion.Known), MemberType = typeof(DriverVersion))]
    public async Task A_connection_that_failed_is_not_used_again(string version)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(_ => { });
        await using DbConnection connection = new DriverVersion(version).Connection(database.ConnectionString + ";ConnectionReset=false");
        await connection.OpenAsync();
        object? first = await ScalarAsync(connection, null, "SELECT CONNECTION_ID()");
        DriverStream stream = Find(connection);

        stream.Begin();
        stream.Fail(new IOException("It is out of step."));
        stream.End();
        Assert.NotEqual(System.Data.ConnectionState.Open, connection.State);
        await connection.CloseAsync();
        await connection.OpenAsync();

        Assert.NotEqual(first, await ScalarAsync(connection, null, "SELECT CONNECTION_ID()"));
    }

    [Theory]
    [MemberData(nameof(DriverVersion.Known), MemberType = typeof(DriverVersion))]
    public async Task A_compressed_connection_is_an_obstacle(string version)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(_ => { });
        await using DbConnection connection = new DriverVersion(version).Connection(database.ConnectionString + ";UseCompression=true");
        await connection.OpenAsync();
        Assert.Null(DriverStreamFinder.Find(connection, DriverConnection.Unwrap, out string? obstacle));
        Assert.Equal("the connection is compressed", obstacle);
    }

    private static DriverStream Find(DbConnection connection)
    {
        DriverStream? stream = DriverStreamFinder.Find(connection, DriverConnection.Unwrap, out string? obstacle);
        Assert.Null(obstacle);
        return stream!;
    }

    private static async Task<FlightOutcomes> FlyAsync(DbConnection connection, int rows)
    {
        DriverStream stream = Find(connection);
        FlightOutcomes outcomes = new(rows) { ErrorOf = stream.ErrorOf };
        stream.Begin();
        using (PipelineSession pipeline = stream.StartPipeline(synchronous: false))
        {
            await StreamProbe.ConfirmAsync(stream, pipeline);
            Flight flight = pipeline.StartFlight(FlightLimits.Default, outcomes);
            PreparedStatement insert = flight.Prepare("INSERT INTO sent VALUES (?)", [new ParameterType(ColumnType.Long)]);
            await flight.PumpAsync();
            outcomes.First = flight.Position;
            for (int i = 0; i < rows; i++)
            {
                flight.BeginExecute(insert);
                flight.Parameters.Int32(i);
                flight.EndExecute();
                if (flight.MustPump)
                    await flight.PumpAsync();
            }

            flight.Close(insert);
            await flight.CompleteAsync();
            Assert.True(pipeline.IsQuiet);
        }

        stream.End();
        return outcomes;
    }

    private static async Task<object?> ScalarAsync(DbConnection connection, DbTransaction? transaction, string text)
    {
        await using DbCommand command = connection.CreateCommand();
        command.CommandText = text;
        command.Transaction = transaction;
        return await command.ExecuteScalarAsync();
    }
}
