using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Databases;

/// <summary>A running server and its version.</summary>
public sealed record RunningServer(TestServer Server, ServerVersion Version)
{
    private static readonly Lock FirstUse = new();

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
        await context.Database.EnsureCreatedAsync();
        return database;
    }

    public string ConnectionString(string database, string more) => new DbConnectionStringBuilder
    {
        ConnectionString = $"{Server.ConnectionString};Database={database};{more}",
    }.ConnectionString;
}
