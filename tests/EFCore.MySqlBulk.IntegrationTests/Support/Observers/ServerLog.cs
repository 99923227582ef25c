using System.Collections.Concurrent;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Observers;

/// <summary>All statements that a server receives from now on, as the server itself logs them: one log at a time on each server. For servers that no test without a log uses at the same time.</summary>
public sealed class ServerLog : IAsyncDisposable
{
    private static readonly ConcurrentDictionary<RunningServer, SemaphoreSlim> Turns = new();

    private readonly TestDatabase _database;
    private readonly SemaphoreSlim _turn;

    private ServerLog(TestDatabase database, SemaphoreSlim turn) => (_database, _turn) = (database, turn);

    public static async Task<ServerLog> StartAsync(TestDatabase database)
    {
        ServerLog log = new(database, Turns.GetOrAdd(database.Server, _ => new(1)));
        await log._turn.WaitAsync(TestContext.Current.CancellationToken);
        await database.ExecuteAsync("SET GLOBAL log_output = 'TABLE'", "TRUNCATE TABLE mysql.general_log", "SET GLOBAL general_log = ON");
        return log;
    }

    /// <summary>Stops the log and returns the statements so far, including prepared ones.</summary>
    public async Task<List<string>> StopAsync()
    {
        await _database.ExecuteAsync("SET GLOBAL general_log = OFF");
        List<object?[]> rows = await _database.QueryAsync(
            "SELECT CONVERT(argument USING utf8mb4) FROM mysql.general_log WHERE command_type IN ('Query', 'Prepare', 'Execute')");
        return [.. rows.Select(row => ((string)row[0]!).Trim())];
    }

    public async ValueTask DisposeAsync()
    {
        await _database.ExecuteAsync("SET GLOBAL general_log = OFF");
        _turn.Release();
    }
}
