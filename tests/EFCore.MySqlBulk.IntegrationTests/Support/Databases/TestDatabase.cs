using System.Collections.Concurrent;
using System.Data.Common;
using System.Diagnostics;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
#if CONNECTORNET
using MySql.Data.MySqlClient;
#else
using MySqlConnector;
#endif

namespace EFCore.MySqlBulk.IntegrationTests.Support.Databases;

/// <summary>One test's database: contexts on it, and plain SQL beside them. Dropped at the end.</summary>
public sealed class TestDatabase(RunningServer server, string name, Action<ModelBuilder> model, string connection) : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    // A million rows are written in half a minute, and in more on a machine that runs other tests.
    private static readonly TimeSpan Busy = TimeSpan.FromMinutes(5);

    /// <summary>After that a server lists its transactions anew; asked sooner, it may answer as it would have answered a tenth of a second ago.</summary>
    public static TimeSpan Refreshed { get; } = TimeSpan.FromMilliseconds(150);

    // The connection strings of its contexts, each of which has a pool.
    private readonly ConcurrentDictionary<string, byte> _pools = new();

    public string Name => name;

    public RunningServer Server => server;

    public string ConnectionString { get; } = server.ConnectionString(name, connection);

    /// <summary>A new context on the database.</summary>
    public ModelContext Context(Action<DbContextOptionsBuilder>? configure = null)
    {
        DbContextOptionsBuilder options = new DbContextOptionsBuilder()
            .AllowManyServices()
            .UseMySql(ConnectionString, server.Version, Plugins.Use)
            .ReplaceService<IModelCacheKeyFactory, ModelContext.KeyFactory>();
        configure?.Invoke(options);
        if (RelationalOptionsExtension.Extract(options.Options).ConnectionString is { } used)
            _pools.TryAdd(used, 0);
        return new(options.Options, model);
    }

    /// <summary>Runs SQL on a separate connection.</summary>
    public async Task ExecuteAsync(params string[] statements)
    {
        await using ModelContext context = Context();
        await context.Database.OpenConnectionAsync();
        foreach (string statement in statements)
            await (Definitions.Contains(statement) ? Definitions.RunAsync(() => ExecuteAsync(context, statement)) : ExecuteAsync(context, statement));
    }

    /// <summary>Runs SQL on a context's connection, in its transaction.</summary>
    public static async Task ExecuteAsync(DbContext context, string statement)
    {
        await using DbCommand command = Command(context, statement);
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Reads all rows of a query as objects.</summary>
    public async Task<List<object?[]>> QueryAsync(string query)
    {
        await using ModelContext context = Context();
        await context.Database.OpenConnectionAsync();
        return await QueryAsync(context, query);
    }

    /// <summary>Reads all rows of a query on a context's connection. MySQL fails to list its sessions and transactions while a statement of any of them has bytes that are not text, so that is repeated.</summary>
    public static async Task<List<object?[]>> QueryAsync(DbContext context, string query)
    {
        for (long started = Stopwatch.GetTimestamp(); ;)
        {
            try
            {
                return await ReadAsync(context, query);
            }
            catch (DbException exception) when (exception.Message.Contains("Cannot convert string", StringComparison.Ordinal) && Stopwatch.GetElapsedTime(started) < Patience)
            {
                await Task.Delay(Refreshed);
            }
        }
    }

    /// <summary>The first value of a query as an integer.</summary>
    public async Task<long> CountAsync(string query) => Convert.ToInt64((await QueryAsync(query))[0][0], System.Globalization.CultureInfo.InvariantCulture);

    public async ValueTask DisposeAsync()
    {
        foreach (string pool in _pools.Keys)
        {
            await using ModelContext context = Context(options => options.UseMySql(pool, server.Version));
            if (context.Database.GetDbConnection() is MySqlConnection connection)
                MySqlConnection.ClearPool(connection);
        }

        await server.DropAsync(this);
    }

    private static async Task<List<object?[]>> ReadAsync(DbContext context, string query)
    {
        await using DbCommand command = Command(context, query);
        await using DbDataReader reader = await command.ExecuteReaderAsync();
        List<object?[]> rows = [];
        while (await reader.ReadAsync())
        {
            object[] values = new object[reader.FieldCount];
            reader.GetValues(values);
            rows.Add([.. values.Select(value => value is DBNull ? null : value)]);
        }

        return rows;
    }

    private static DbCommand Command(DbContext context, string text)
    {
        DbCommand command = context.Database.GetDbConnection().CreateCommand();
        command.CommandText = text;
        command.CommandTimeout = (int)Busy.TotalSeconds;
        command.Transaction = context.Database.CurrentTransaction?.GetDbTransaction();
        return command;
    }
}
