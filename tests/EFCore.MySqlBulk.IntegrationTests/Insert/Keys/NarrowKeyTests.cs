using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert.Keys;

/// <summary>A generated key that does not fit the property's type is an error, as with <c>SaveChanges</c>, and does not become another key.</summary>
[BothServers]
public abstract class NarrowKeyTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(BulkStrategy.RowByRow)]
    [InlineData(BulkStrategy.MultiRowValues)]
    [InlineData(BulkStrategy.MultiStatement)]
    [InlineData(BulkStrategy.PipelinedArrayBatch)]
    public async Task A_key_that_does_not_fit_is_refused(BulkStrategy strategy)
    {
        await using TestDatabase database = await CreateAsync();
        await using (ModelContext saving = database.Context())
        {
            saving.Add(new Short());
            saving.Add(new Short());
            await Assert.ThrowsAnyAsync<Exception>(() => saving.SaveChangesAsync(Token));
            Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM shorts"));
        }

        foreach (bool isTracked in (bool[])[false, true])
        {
            foreach (bool isStream in (bool[])[false, true])
            {
                await database.ExecuteAsync("ALTER TABLE shorts AUTO_INCREMENT = 32767");
                await using ModelContext context = database.Context();
                List<Short> rows = [new(), new()];
                if (isTracked)
                    context.AddRange(rows);

                BulkOperationException failed = await Assert.ThrowsAsync<BulkOperationException>(
                    () => context.InsertAsync(true, isStream ? rows.Where(_ => true) : rows, new() { Strategy = strategy }));

                Assert.Contains("the key 32768, which 'Short.Id' cannot hold, because its type is Int16", failed.Message, StringComparison.Ordinal);
                Assert.Equal(1, failed.RowIndex);
                // A single statement commits by itself, as for one row with SaveChanges.
                Assert.True(failed.Outcome == BulkOutcome.Nothing || strategy == BulkStrategy.MultiRowValues, failed.Message);
                Assert.Equal(failed.Outcome == BulkOutcome.All ? 2 : 0, await database.CountAsync("SELECT COUNT(*) FROM shorts"));
                await database.ExecuteAsync("DELETE FROM shorts");
            }
        }
    }

    [Fact]
    public async Task Keys_that_are_not_requested_do_not_matter()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync([new Short(), new Short()], new() { ReturnKeys = false }, Token);
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM shorts"));
    }

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Short>().ToTable("shorts"));
        await database.ExecuteAsync("ALTER TABLE shorts MODIFY Id bigint NOT NULL AUTO_INCREMENT", "ALTER TABLE shorts AUTO_INCREMENT = 32767");
        return database;
    }

    private sealed class Short
    {
        public short Id { get; set; }

        public int Number { get; set; }
    }
}
