using System.Data.Common;
using System.Globalization;
using Microsoft.EntityFrameworkCore.Storage;
using MySql.Data.MySqlClient;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Storage;

/// <summary>Creates and drops the database named in the connection string, over a connection of its own without a database.</summary>
internal sealed class MySqlDatabaseCreator(RelationalDatabaseCreatorDependencies dependencies) : RelationalDatabaseCreator(dependencies)
{
    private const string Known = "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = @name";
    private const string Tables = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = @name AND table_type = 'BASE TABLE'";

    private MySqlConnectionStringBuilder Settings => new(Dependencies.Connection.ConnectionString);

    private string DelimitedDatabase => Dependencies.SqlGenerationHelper.DelimitIdentifier(Settings.Database);

    private string CreateStatement => $"CREATE DATABASE {DelimitedDatabase} CHARACTER SET utf8mb4";

    private string DropStatement => $"DROP DATABASE {DelimitedDatabase}";

    public override bool Exists() => Count(Known) > 0;

    public override async Task<bool> ExistsAsync(CancellationToken cancellationToken = default) =>
        await CountAsync(Known, cancellationToken) > 0;

    public override bool HasTables() => Count(Tables) > 0;

    public override async Task<bool> HasTablesAsync(CancellationToken cancellationToken = default) =>
        await CountAsync(Tables, cancellationToken) > 0;

    public override void Create() => Run(CreateStatement);

    public override Task CreateAsync(CancellationToken cancellationToken = default) => RunAsync(CreateStatement, cancellationToken);

    public override void Delete()
    {
        ForgetPooledConnections();
        Run(DropStatement);
    }

    public override Task DeleteAsync(CancellationToken cancellationToken = default)
    {
        ForgetPooledConnections();
        return RunAsync(DropStatement, cancellationToken);
    }

    private int Count(string sql)
    {
        using MySqlConnection server = ServerConnection();
        server.Open();
        using DbCommand command = CountCommand(server, sql);
        return ToCount(command.ExecuteScalar());
    }

    private async Task<int> CountAsync(string sql, CancellationToken cancellationToken)
    {
        await using MySqlConnection server = ServerConnection();
        await server.OpenAsync(cancellationToken);
        await using DbCommand command = CountCommand(server, sql);
        return ToCount(await command.ExecuteScalarAsync(cancellationToken));
    }

    private void Run(string sql)
    {
        using MySqlConnection server = ServerConnection();
        server.Open();
        using MySqlCommand command = new(sql, server);
        command.ExecuteNonQuery();
    }

    private async Task RunAsync(string sql, CancellationToken cancellationToken)
    {
        await using MySqlConnection server = ServerConnection();
        await server.OpenAsync(cancellationToken);
        await using MySqlCommand command = new(sql, server);
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    private MySqlConnection ServerConnection() =>
        new(new MySqlConnectionStringBuilder(Settings.ConnectionString) { Database = "", Pooling = false, AutoEnlist = false }.ConnectionString);

    private MySqlCommand CountCommand(MySqlConnection server, string sql)
    {
        MySqlCommand command = new(sql, server);
        command.Parameters.AddWithValue("@name", Settings.Database);
        return command;
    }

    private static int ToCount(object? value) => Convert.ToInt32(value, CultureInfo.InvariantCulture);

    // A pooled session keeps no database once its own was dropped, and would say "No database selected" after a re-creation.
    private void ForgetPooledConnections()
    {
        if (Dependencies.Connection.DbConnection is MySqlConnection connection)
        {
            MySqlConnection.ClearPool(connection);
        }
    }
}
