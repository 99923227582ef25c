using EFCore.MySqlBulk.ByQuery.Copies;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>Checks that the tables that a call by query changes can take a batch back: after a failure it says that a batch is done or not.</summary>
internal static class TransactionalTables
{
    /// <param name="request">The call.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <exception cref="InvalidOperationException">One has a storage engine without transactions.</exception>
    public static async ValueTask CheckAsync<TEntity>(QueryRequest<TEntity> request, IOBehavior io, CancellationToken token)
    {
        ITable[] tables = [.. request.Changed.SelectMany(type => type.GetTableMappings()).Select(mapping => mapping.Table).Distinct()];
        if (tables.Length == 0)
            return;
        string found = await FindAsync(request, tables, io, token).ConfigureAwait(false);
        if (found.Length > 0)
            throw new InvalidOperationException($"{request.Name} works in batches, each of which is done or not, and the storage engine of '{found}' has no transactions. Use a statement of your own, such as ExecuteDelete, or ALTER TABLE … ENGINE=InnoDB.");
    }

    // A temporary table is not in information_schema.
    private static async ValueTask<string> FindAsync<TEntity>(QueryRequest<TEntity> request, ITable[] tables, IOBehavior io, CancellationToken token)
    {
        string text = $"SELECT COALESCE((SELECT t.TABLE_NAME FROM {TableEngine.Source(tables.Select(table => (table.Schema, table.Name)))} AND e.TRANSACTIONS<>'YES' LIMIT 1),'') AS Value";
        try
        {
            return await request.Context.Database.ReadValueAsync<string>(QueryText.Escaped(text), [], io, token).ConfigureAwait(false);
        }
        catch (Exception exception) when (DriverFailure.Find(exception) is { } driver && !token.IsCancellationRequested)
        {
            throw DriverFailure.Report($"{request.Name} failed: {driver.Message.TrimEnd('.')}. Nothing from this call is stored.", driver);
        }
    }
}
