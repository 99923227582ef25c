using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Limits;

/// <summary>No statement is larger than the server accepts, and a row that cannot fit is rejected by name.</summary>
[BothServers]
public abstract class PacketTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(64 << 10)]
    [InlineData(1 << 20)]
    [InlineData(4 << 20)]
    [InlineData(16 << 20)]
    public async Task Rows_that_fit_are_stored_and_a_row_that_does_not_is_refused(int packet)
    {
        await using TestDatabase database = await CreateAsync(packet);
        int[] lengths = [.. ((int[])[0, 1_000, 10_000, 50_000, 200_000, 1_000_000]).Where(length => length < packet * 0.9)];
        foreach (BulkStrategy strategy in EveryStrategy.Inserts)
        {
            await using ModelContext context = database.Context();
            List<Document> documents = [.. Enumerable.Range(0, 24).Select(i => Of(i, lengths[i % lengths.Length]))];
            await context.BulkInsertAsync(documents, new() { Strategy = strategy, BatchRows = strategy == BulkStrategy.MultiRowValues ? null : 5 });
            await AssertStoredAsync(database, documents);
            await AssertRefusedAsync(context, rows => context.BulkInsertAsync(rows, new() { Strategy = strategy }), packet);
            Assert.Equal(24, await database.CountAsync("SELECT COUNT(*) FROM documents"));
            await context.BulkDeleteAsync(documents);
        }

        await UpdatesTooAsync(database, lengths, packet);
    }

    private static Document Of(int i, int length) => new() { Text = new string((char)('a' + (i % 26)), length) };

    private static async Task AssertRefusedAsync(ModelContext context, Func<List<Document>, Task> call, int packet, int firstId = 1_000_000)
    {
        List<Document> documents = [Of(1, 10), Of(2, packet + 100), Of(3, 10)];
        for (int i = 0; i < documents.Count; i++)
            documents[i].Id = firstId + i;
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => call(documents));
        Assert.Contains(nameof(Document), refused.Message, StringComparison.Ordinal);
        Assert.Equal(1, refused.RowIndex);
        Assert.Equal([firstId + 1], refused.Key);
        Assert.True(await context.Set<Document>().AnyAsync(d => d.Id > 0));
    }

    private static async Task AssertStoredAsync(TestDatabase database, List<Document> documents)
    {
        List<object?[]> stored = await database.QueryAsync("SELECT Id, LENGTH(Text), LEFT(Text, 1) FROM documents ORDER BY Id");
        Assert.Equal(
            documents.Select(d => ((long)d.Id, (long)d.Text.Length, d.Text.Length == 0 ? "" : d.Text[..1])),
            stored.Select(row => (Convert.ToInt64(row[0], null), Convert.ToInt64(row[1], null), (string)row[2]!)));
    }

    private async Task UpdatesTooAsync(TestDatabase database, int[] lengths, int packet)
    {
        await using ModelContext context = database.Context();
        List<Document> documents = [.. Enumerable.Range(0, 24).Select(i => Of(i, 1))];
        await context.BulkInsertAsync(documents);
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            for (int i = 0; i < documents.Count; i++)
                documents[i].Text = Of(i + (int)strategy, lengths[i % lengths.Length]).Text;
            await context.BulkUpdateAsync(documents, new() { Strategy = strategy, BatchRows = strategy == BulkStrategy.ValuesJoin ? null : 5 });
            await AssertStoredAsync(database, documents);
            await AssertRefusedAsync(context, rows => context.BulkUpdateAsync(rows, new() { Strategy = strategy }), packet, documents[0].Id);
            await AssertStoredAsync(database, documents);
        }
    }

    // This class has its own server, because sessions keep the limit that applies when they begin.
    private async Task<TestDatabase> CreateAsync(int packet)
    {
        RunningServer server = await servers.OfAsync(kind, new() { MaxAllowedPacket = 16 << 20, RedoLogCapacity = "256M" });
        await using (TestDatabase first = await server.CreateAsync(model => model.Entity<Document>().ToTable("documents").Ignore(d => d.Bytes), "Pooling=False"))
            await first.ExecuteAsync($"SET GLOBAL max_allowed_packet = {packet}");
        return await server.CreateAsync(model => model.Entity<Document>().ToTable("documents").Ignore(d => d.Bytes));
    }
}
