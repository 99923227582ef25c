using EFCore.MySqlBulk.Benchmarks.Data;
using MySqlConnector;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Competitors;

/// <summary>MySqlConnector's MySqlBulkCopy: one LOAD DATA LOCAL, which server and connection have to allow. It writes no keys to the entities.</summary>
internal sealed class BulkCopyTechnique(BenchDatabase database) : Technique(TechniqueKind.MySqlBulkCopy)
{
    private static readonly string[] Columns = ["name", "age", "email", "score", "created_at"];

    // The other techniques keep the default: no file of the client's is sent.
    private readonly string _connectionString = ConnectionStringOf(database);

    private long _copied;

    public override long? RowsAffected => _copied;

    public override async Task RunAsync(BenchUser[] users)
    {
        using RowRecords records = new(users.Length, Columns, (i, values) =>
        {
            BenchUser user = users[i];
            (values[0], values[1], values[2], values[3], values[4]) = (user.Name, user.Age, user.Email, user.Score, user.CreatedAt);
        });
        _copied = await CopyAsync(_connectionString, "bench_users", records);
    }

    public static string ConnectionStringOf(BenchDatabase database) => new MySqlConnectionStringBuilder(database.ConnectionString) { AllowLoadLocalInfile = true }.ConnectionString;

    /// <summary>Copies rows into a table.</summary>
    /// <returns>How many the server says it inserted.</returns>
    public static async Task<long> CopyAsync(string connectionString, string table, RowRecords records)
    {
        await using MySqlConnection connection = new(connectionString);
        await connection.OpenAsync();
        MySqlBulkCopy copy = new(connection) { DestinationTableName = table, BulkCopyTimeout = 600 };
        for (int ordinal = 0; ordinal < records.FieldCount; ordinal++)
            copy.ColumnMappings.Add(new(ordinal, records.GetName(ordinal)));
        MySqlBulkCopyResult result = await copy.WriteToServerAsync(records);
        return result.RowsInserted;
    }
}
