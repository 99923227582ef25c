using System.Collections.Concurrent;
using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using TestServers;
#if CONNECTORNET
using MySql.Data.MySqlClient;
#else
using MySqlConnector;
#endif

namespace EFCore.MySqlBulk.IntegrationTests.Support.Databases;

/// <summary>A running server and its version.</summary>
public sealed record RunningServer(TestServer Server, ServerVersion Version)
{
    private static readonly Lock FirstUse = new();

    // Cases of one theory have the same model.
    private static readonly ConcurrentDictionary<(Action<ModelBuilder>, ServerVersion), string> Scripts = new();

    /// <summary>Whether it is a member of a group. Dropping a table whose rows it has accepted but not applied yet would end it.</summary>
    public bool IsOfGroup { get; init; }

    /// <summary>MariaDB 11.8 instead of 10.11.</summary>
    public bool IsNewerMariaDb => Server.Kind == ServerKind.MariaDb && Version.Version.Major >= 11;

    /// <summary>Creates a database for one test, with the tables of a model.</summary>
    /// <param name="model">Builds the model.</param>
    /// <param name="connection">More connection-string settings, <c>Key=Value;…</c>.</param>
    public async Task<TestDatabase> CreateAsync(Action<ModelBuilder> model, string connection = "")
    {
        TestDatabase database = new(this, "t_" + Guid.NewGuid().ToString("N")[..16], model, connection);
        await using ModelContext context = database.Context();
        // Two contexts that use a model for the first time at the same moment may find it half built (EF Core 10: "The model must be finalized …"), for SaveChanges as for us.
        lock (FirstUse)
            _ = context.Model.GetRelationalModel();
        string script = Scripts.GetOrAdd((model, Version), static (_, c) => c.Database.GenerateCreateScript(), context);
        // As EnsureCreated does, without asking whether it exists, which costs two connections; and not over the test's own connection, which may refuse several statements in one command.
        await DefineAsync($"DROP DATABASE IF EXISTS {database.Name}; CREATE DATABASE {database.Name} CHARACTER SET utf8mb4; USE {database.Name}; {script}");
        return database;
    }

    /// <summary>Drops a database. EnsureDeleted would close the connections of all tests.</summary>
    public Task DropAsync(TestDatabase database) => DefineAsync($"{(IsOfGroup ? "SET SESSION group_replication_consistency='BEFORE'; " : "")}DROP DATABASE IF EXISTS {database.Name}");

    public string ConnectionString(string database, string more) => new DbConnectionStringBuilder
    {
        ConnectionString = $"{Server.ConnectionString};Database={database};{more}",
    }.ConnectionString;

    private Task DefineAsync(string statements) => Definitions.RunAsync(async () =>
    {
        await using MySqlConnection connection = new($"{Server.ConnectionString};AutoEnlist=False");
        await connection.OpenAsync();
        await using MySqlCommand command = new(statements, connection);
        await command.ExecuteNonQueryAsync();
    });
}
