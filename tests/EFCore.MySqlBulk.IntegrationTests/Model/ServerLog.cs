using EFCore.MySqlBulk.IntegrationTests.Databases;

namespace EFCore.MySqlBulk.IntegrationTests.Model;

/// <summary>All statements that a server receives from now on, as the server itself logs them. For servers that no other test uses at the same time.</summary>
public sealed class ServerLog : IAsyncDisposable
{
    private readonly TestDatabase _database;

    private ServerLog(TestDatabase database) => _database = database;

    public static async Task<ServerLog> StartAsync(TestDatabase database)
    {
        await database.ExecuteAsync("SET GLOBAL log_output = 'TABLE'", "TRUNCATE TABLE mysql.general_log", "SET GLOBAL general_log = ON");
        return new(database);
    }

    /// <summary>Stops the log and returns the statements so far, including prepared ones.</summary>
    public async Task<List<string>> StopAsync()
    {
        await _database.ExecuteAsync("SET GLOBAL general_log = OFF");
        List<object?[]> rows = await _database.QueryAsync(
            "SELECT CONVERT(argument USING utf8mb4) FROM mysql.general_log WHERE command_type IN ('Query', 'Prepare', 'Execute')");
        return [.. rows.Select(row => ((string)row[0]!).Trim())];
    }

    public async ValueTask DisposeAsync() => await _database.ExecuteAsync("SET GLOBAL general_log = OFF");
}
