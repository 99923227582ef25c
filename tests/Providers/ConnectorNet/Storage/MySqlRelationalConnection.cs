using System.Data.Common;
using Microsoft.EntityFrameworkCore.Storage;
using MySql.Data.MySqlClient;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Storage;

/// <summary>A connection made from the connection string, or the one the caller gave, of whatever type.</summary>
internal sealed class MySqlRelationalConnection(RelationalConnectionDependencies dependencies) : RelationalConnection(dependencies)
{
    private const string TimeoutKey = "defaultcommandtimeout";

    protected override bool SupportsAmbientTransactions => true;

    protected override DbConnection CreateDbConnection()
    {
        MySqlConnectionStringBuilder settings = new(GetValidatedConnectionString())
        {
            // As on the other providers: their statements may use @name beside parameters.
            AllowUserVariables = true,
        };
        // Left alone, Connector/NET talks in the server's default character set, which loses text where that is latin1.
        if (string.IsNullOrEmpty(settings.CharacterSet))
        {
            settings.CharacterSet = "utf8mb4";
        }

        // A timeout of an asynchronous command never fires and leaves it hanging for good, so none is set where nobody asked for one.
        if (!settings.Keys.Cast<string>().Contains(TimeoutKey))
        {
            settings.DefaultCommandTimeout = 0;
        }

        return new MySqlConnection(settings.ConnectionString);
    }
}
