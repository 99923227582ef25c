using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>The driver may be hidden behind another library's connections, commands and transactions.</summary>
[BothServers]
public abstract class WrappedConnectionTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task Everything_works_through_a_connection_of_an_unknown_type()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Row>().ToTable("rows_of_test"));
        Wrapping wrapping = new();
        await using ModelContext context = database.Context(options => options.AddInterceptors(wrapping).UseMySqlBulk());
        WrappedConnection connection = Assert.IsType<WrappedConnection>(context.Database.GetDbConnection());
        Assert.Same(connection, wrapping.Connection);
        // It sees every statement, so none is pipelined.
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

        List<Row> given = [.. Enumerable.Range(0, 2_500).Select(i => new Row { Name = $"s{i}" })];
        BulkResult done = await context.BulkInsertOrUpdateAsync(given);
        Assert.Equal((false, 2_500L), (done.IsPipelined, done.RowsInserted));
        Assert.Equal(2_500, (await context.Set<Row>().BulkReadAsync(given.Select(r => r.Id))).Count(r => r is not null));
        Assert.Equal(500, (await context.BulkSynchronizeAsync(given[..2_000], new() { WholeTable = true })).RowsDeleted);
        context.RemoveRange(context.Set<Row>().Take(100));
        Assert.Equal(100, await context.BulkSaveChangesAsync());
        Assert.Equal(1_900, await database.CountAsync("SELECT COUNT(*) FROM rows_of_test"));
        Assert.True(connection.Commands > 15);
    }

    /// <summary>Wraps each connection that a context creates, as profilers do.</summary>
    private sealed class Wrapping : DbConnectionInterceptor
    {
        public WrappedConnection? Connection { get; private set; }

        public override DbConnection ConnectionCreated(ConnectionCreatedEventData eventData, DbConnection result) => Connection = new(result);
    }

    private sealed class Row
    {
        public long Id { get; set; }

        public string Name { get; set; } = "";
    }
}
