using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Limits;

/// <summary>Rows just below and above the size of a buffer or of a protocol packet.</summary>
[BothServers]
[OnlyInFullRuns("Packet and LargePacket have rows around the size of a packet.")]
public abstract class RowSizeTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(0)]
    [InlineData(8_191)]
    [InlineData(8_193)]
    [InlineData(1 << 20)]
    [InlineData(16_672_358)]
    [InlineData(17 << 20)]
    public async Task Text_and_bytes_of_any_size_are_stored(int size)
    {
        await using TestDatabase database = await servers.OfAsync(kind, Servers.Roomy).CreateAsync(model => model.Entity<Document>().ToTable("documents"));
        await using ModelContext context = database.Context();
        foreach (BulkStrategy strategy in EveryStrategy.Inserts.Where(strategy => IsTried(strategy, size)))
        {
            List<Document> documents = [new() { Text = "small", Bytes = [1] }, new() { Text = new('t', size), Bytes = [2] }, new() { Text = "", Bytes = [.. Enumerable.Repeat((byte)0xe4, size)] }];
            await context.BulkInsertAsync(documents, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
            await AssertStoredAsync(database, size);
            await context.BulkDeleteAsync(documents);
        }

        await UpdateEveryWayAsync(database, context, size);
    }

    // A row this large needs a whole statement: the row-by-row and multi-statement strategies send it just as the list strategies do.
    private static bool IsTried(BulkStrategy strategy, int size)
        => size < 1 << 20 || strategy is not (BulkStrategy.RowByRow or BulkStrategy.MultiStatement);

    private async Task UpdateEveryWayAsync(TestDatabase database, ModelContext context, int size)
    {
        List<Document> documents = [new() { Text = "a", Bytes = [1] }, new() { Text = "b", Bytes = [2] }, new() { Text = "c", Bytes = [3] }];
        await context.BulkInsertAsync(documents);
        (documents[0].Text, documents[1].Text, documents[2].Text, documents[2].Bytes) = ("small", new('t', size), "", [.. Enumerable.Repeat((byte)0xe4, size)]);
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind).Where(strategy => IsTried(strategy, size)))
        {
            await database.ExecuteAsync("UPDATE documents SET Text = 'x', Bytes = 'x'");
            await context.BulkUpdateAsync(documents, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
            await AssertStoredAsync(database, size);
        }
    }

    private static async Task AssertStoredAsync(TestDatabase database, int size)
    {
        Assert.Equal(1, await database.CountAsync($"SELECT COUNT(*) FROM documents WHERE Bytes = X'02' AND SHA2(Text, 256) = SHA2(REPEAT('t', {size}), 256)"));
        Assert.Equal(1, await database.CountAsync($"SELECT COUNT(*) FROM documents WHERE Text = '' AND SHA2(Bytes, 256) = SHA2(REPEAT(X'E4', {size}), 256)"));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM documents WHERE Text = 'small' AND Bytes = X'01'"));
    }
}
