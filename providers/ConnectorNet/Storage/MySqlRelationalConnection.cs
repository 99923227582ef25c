using System.Data.Common;
using Microsoft.EntityFrameworkCore.Storage;
using MySql.Data.MySqlClient;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Storage;

/// <summary>A connection made from the connection string, or the one the caller gave, of whatever type.</summary>
internal sealed class MySqlRelationalConnection(RelationalConnectionDependencies dependencies) : RelationalConnection(dependencies)
{
    protected override bool SupportsAmbientTransactions => true;

    // User variables are allowed as on the other providers: their statements may use @name beside parameters.
    protected override DbConnection CreateDbConnection() =>
        new MySqlConnection(new MySqlConnectionStringBuilder(GetValidatedConnectionString()) { AllowUserVariables = true }.ConnectionString);
}
