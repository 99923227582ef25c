using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Limits;

/// <summary>The caller can choose the number of rows in a statement.</summary>
[BothServers]
public abstract class BatchRowsTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(1, 25)]
    [InlineData(7, 4)]
    [InlineData(25, 1)]
    [InlineData(1_000, 1)]
    public async Task Batches_have_the_rows_asked_for(int batchRows, int statements)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Document>().ToTable("documents"));
        foreach (bool asDefault in (bool[])[false, true])
        {
            await using ModelContext context = database.Context(options => options.UseMySqlBulk(o => o.BatchRows(asDefault ? batchRows : 3)));
            int? asked = asDefault ? null : batchRows;
            List<Document> documents = [.. Enumerable.Range(0, 25).Select(i => new Document { Text = $"{i}" })];
            foreach (BulkStrategy strategy in EveryStrategy.Inserts.Where(s => s is not (BulkStrategy.RowByRow or BulkStrategy.PipelinedArrayBatch)))
            {
                Assert.Equal(statements, (await context.BulkInsertAsync(documents, new() { Strategy = strategy, BatchRows = asked })).Statements);
                Assert.Equal(statements, (await context.BulkDeleteAsync(documents, new() { Strategy = BulkStrategy.KeyList, BatchRows = asked })).Statements);
                documents.ForEach(d => d.Id = 0);
            }

            await context.BulkInsertAsync(documents);
            foreach (BulkStrategy strategy in EveryStrategy.Updates(kind).Where(s => s is not (BulkStrategy.RowByRow or BulkStrategy.PipelinedArrayBatch)))
                Assert.Equal(statements, (await context.BulkUpdateAsync(documents, new() { Strategy = strategy, BatchRows = asked })).Statements);
        }
    }

    [Fact]
    public async Task All_rows_may_be_asked_for_in_one_statement()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Document>().ToTable("documents"));
        await using ModelContext context = database.Context();
        List<Document> documents = [.. Enumerable.Range(0, 2_000).Select(i => new Document { Text = $"{i}" })];

        await context.BulkInsertAsync(documents, new() { BatchRows = int.MaxValue });
        await context.BulkUpdateAsync(documents, new() { BatchRows = int.MaxValue });
        await context.BulkUpdateAsync(documents, new() { BatchRows = int.MaxValue, Connections = 2 });

        Assert.Equal(2_000, (await context.BulkDeleteAsync(documents, new() { BatchRows = int.MaxValue })).RowsDeleted);
    }
}
