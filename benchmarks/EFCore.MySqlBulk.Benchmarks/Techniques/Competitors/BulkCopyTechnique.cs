using EFCore.MySqlBulk.Benchmarks.Data;
using MySqlConnector;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Competitors;

/// <summary>MySqlConnector's MySqlBulkCopy: one LOAD DATA LOCAL, which server and connection have to allow. It writes no keys to the entities.</summary>
internal sealed class BulkCopyTechnique(BenchDatabase database) : Technique(TechniqueKind.MySqlBulkCopy)
{
    // The other techniques keep the default: no file of the client's is sent.
    private readonly string _connectionString = new MySqlConnectionStringBuilder(database.ConnectionString) { AllowLoadLocalInfile = true }.ConnectionString;

    private long _copied;

    public override long? RowsAffected => _copied;

    public override async Task RunAsync(BenchUser[] users)
    {
        await using MySqlConnection connection = new(_connectionString);
        await connection.OpenAsync();
        MySqlBulkCopy copy = new(connection) { DestinationTableName = "bench_users" };
        for (int ordinal = 0; ordinal < UserRecords.Columns.Count; ordinal++)
            copy.ColumnMappings.Add(new(ordinal, UserRecords.Columns[ordinal]));
        using UserRecords records = new(users);
        MySqlBulkCopyResult result = await copy.WriteToServerAsync(records);
        _copied = result.RowsInserted;
    }
}
