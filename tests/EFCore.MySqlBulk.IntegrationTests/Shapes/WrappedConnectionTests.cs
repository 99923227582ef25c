#if CONNECTORNET
// Pomelo and Microting cast the connection to MySqlConnector's own type before any bulk operation is called.
using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Shapes;

/// <summary>The driver may be hidden behind another library's connections, commands and transactions.</summary>
public abstract class WrappedConnectionTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task Everything_works_through_a_connection_of_an_unknown_type()
    {
        await using TestDatabase database = await (await servers.OfAsync(kind)).CreateAsync(model => model.Entity<Row>().ToTable("rows_of_test"));
        await using ModelContext plain = database.Context();
        await using WrappedConnection connection = new(plain.Database.GetDbConnection());
        DbContextOptions options = new DbContextOptionsBuilder()
            .AllowManyServices()
            .UseMySql((DbConnection)connection, database.Server.Version)
            .ReplaceService<IModelCacheKeyFactory, ModelContext.KeyFactory>()
            .Options;
        await using ModelContext context = new(options, model => model.Entity<Row>().ToTable("rows_of_test"));
        // A given connection does not reveal its password, so the operation cannot open its own.
        foreach (BulkStrategy strategy in EveryStrategy.Inserts.Where(s => s != BulkStrategy.PipelinedArrayBatch))
        {
            List<Row> rows = [.. Enumerable.Range(0, 5).Select(i => new Row { Name = $"r{i}" })];
            await context.BulkInsertAsync(rows, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
            Assert.Equal(rows.Select(r => (r.Id, r.Name)), (await context.Set<Row>().AsNoTracking().OrderBy(r => r.Id).ToListAsync()).Select(r => (r.Id, r.Name)));
            rows.ForEach(r => r.Name += "'");
            await context.BulkUpdateAsync(rows);
            Assert.Equal(5, await database.CountAsync("SELECT COUNT(*) FROM rows_of_test WHERE Name LIKE '%\\''"));
            Assert.Equal(5, (await context.BulkDeleteAsync(rows)).RowsDeleted);
        }

        Assert.True(connection.Commands > 9);
    }

    private sealed class Row
    {
        public long Id { get; set; }

        public string Name { get; set; } = "";
    }
}

public sealed class WrappedConnectionOnMySql(Servers servers) : WrappedConnectionTests(servers, ServerKind.MySql);

public sealed class WrappedConnectionOnMariaDb(Servers servers) : WrappedConnectionTests(servers, ServerKind.MariaDb);
#endif
