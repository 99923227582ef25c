using System.Globalization;
using EFCore.MySqlBulk.DriverStreams;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Session.Driver;
#if CONNECTORNET
using MySql.Data.MySqlClient;
#else
using MySqlConnector;
#endif

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;

/// <summary>A connection that the driver has opened, and a pipeline over its stream.</summary>
internal sealed class BorrowedSession : IAsyncDisposable
{
    private readonly MySqlConnection _connection;
    private readonly DriverStream _stream;
    private readonly PipelineSession _pipeline;

    private readonly string _connectionString;

    private BorrowedSession(MySqlConnection connection, DriverStream stream, string connectionString, bool synchronous)
    {
        _connectionString = connectionString;
        _connection = connection;
        _stream = stream;
        ConnectionId = connection.ServerThread;
        stream.Begin();
        _pipeline = stream.StartPipeline(synchronous);
    }

    /// <summary>The server's number for the session.</summary>
    public long ConnectionId { get; }

    public bool IsEncrypted => _stream.Stream is System.Net.Security.SslStream;

    public bool IsUsable => _pipeline.IsUsable;

    /// <summary>Opens a connection.</summary>
    public static async Task<BorrowedSession> OpenAsync(string connectionString, bool synchronous)
    {
        MySqlConnection connection = new(connectionString);
        if (synchronous)
            connection.Open();
        else
            await connection.OpenAsync(TestContext.Current.CancellationToken);
        DriverStream? stream = DriverStreamFinder.Find(connection, DriverConnection.Unwrap, out string? obstacle);
        Assert.Null(obstacle);
        return new(connection, stream!, connectionString, synchronous);
    }

    /// <summary>Closes the connection of a test that has failed, or everything that is left.</summary>
    public async ValueTask DisposeAsync()
    {
        _pipeline.Dispose();
        await _connection.DisposeAsync();
    }

    public Flight StartFlight(FlightLimits limits, OutcomeReceiver outcomes) => _pipeline.StartFlight(limits, outcomes);

    public ValueTask<IReadOnlyList<string?[]>> QueryAsync(string sql) => _pipeline.QueryAsync(sql);

    /// <summary>The first value of a query.</summary>
    public async Task<string?> ValueAsync(string query) => (await QueryAsync(query))[0][0];

    /// <summary>Runs <c>LOAD DATA LOCAL</c> with content that is written piece by piece.</summary>
    public async Task<FlightOutcomes> LoadDataAsync(string sql, Func<PacketBuffer, bool> write)
    {
        FlightOutcomes outcomes = new(0) { First = 0 };
        await StartFlight(FlightLimits.Default, outcomes).LoadDataAsync(sql, write);
        return outcomes;
    }

    /// <summary>Ends everything at once, from any thread.</summary>
    public void Abort()
    {
        _pipeline.Abort();
        ConnectionSocket.Close(_connection);
    }

    /// <summary>Gives the stream back to the driver, which must go on as if nothing had been, or not at all; then closes the connection.</summary>
    public async Task CloseAsync()
    {
        bool goesOn = _pipeline.IsQuiet;
        if (!goesOn)
            _stream.Fail(new IOException("The test has left the stream as it is."));
        _stream.End();
        await using MySqlCommand command = _connection.CreateCommand();
        command.CommandText = "SELECT 20";
        if (goesOn)
            Assert.Equal(20, Convert.ToInt32(await command.ExecuteScalarAsync(TestContext.Current.CancellationToken), CultureInfo.InvariantCulture));
        else
            await Assert.ThrowsAnyAsync<Exception>(() => command.ExecuteScalarAsync(TestContext.Current.CancellationToken));
        await DisposeAsync();
    }

    /// <summary>Closes the connection, and drops its database over another one.</summary>
    public async Task DropAsync(string database)
    {
        await CloseAsync();
        await using MySqlConnection root = new(_connectionString);
        await root.OpenAsync(TestContext.Current.CancellationToken);
        await using MySqlCommand command = root.CreateCommand();
        command.CommandText = $"DROP DATABASE {database}";
        await command.ExecuteNonQueryAsync(TestContext.Current.CancellationToken);
    }
}
