using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Delete;

/// <summary>A key given without its entity deletes the row with exactly that key, or nothing.</summary>
[BothServers]
public abstract class BareKeyTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task A_key_that_does_not_convert_exactly_is_refused_with_its_position()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        CancellationToken token = TestContext.Current.CancellationToken;

        BulkOperationException[] refused =
        [
            await Assert.ThrowsAsync<BulkOperationException>(() => context.Set<Thing>().BulkDeleteByKeyAsync([2, 4_294_967_297], cancellationToken: token)),
            await Assert.ThrowsAsync<BulkOperationException>(() => context.Set<Thing>().BulkDeleteByKeyAsync([1, 2.9], cancellationToken: token)),
            await Assert.ThrowsAsync<BulkOperationException>(() => context.Set<Thing>().BulkDeleteByKeyAsync([1, 2.5M], cancellationToken: token)),
            await Assert.ThrowsAsync<BulkOperationException>(() => context.Set<Thing>().BulkDeleteByKeyAsync([1UL, 18_446_744_073_709_551_615], cancellationToken: token)),
            await Assert.ThrowsAsync<BulkOperationException>(() => context.Set<Thing>().BulkDeleteByKeyAsync(AsStream([2, 4_294_967_297]), cancellationToken: token)),
            Assert.Throws<BulkOperationException>(() => context.Set<Thing>().BulkDeleteByKey([2, 4_294_967_297])),
        ];

        Assert.All(refused, refusal => Assert.Equal(1, refusal.RowIndex));
        Assert.Equal([4_294_967_297], refused[0].Key!);
        Assert.Equal(3, await database.CountAsync("SELECT COUNT(*) FROM things"));
    }

    [Fact]
    public async Task A_key_of_another_number_type_that_converts_exactly_deletes_its_row()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        CancellationToken token = TestContext.Current.CancellationToken;

        await context.Set<Thing>().BulkDeleteByKeyAsync([1L], cancellationToken: token);
        await context.Set<Thing>().BulkDeleteByKeyAsync([3.0M], cancellationToken: token);

        Assert.Equal("2", (await database.QueryAsync("SELECT Id FROM things")).Single()[0]!.ToString());
    }

    [Fact]
    public async Task Unsigned_keys_above_the_signed_ones_delete_their_rows()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(
            static model => model.Entity<Large>(large => large.ToTable("large").Property(l => l.Id).ValueGeneratedNever()));
        await using ModelContext context = database.Context();
        CancellationToken token = TestContext.Current.CancellationToken;
        await context.BulkInsertAsync([new Large { Id = 1 }, new Large { Id = ulong.MaxValue }, new Large { Id = ulong.MaxValue - 1 }], cancellationToken: token);

        await context.Set<Large>().BulkDeleteByKeyAsync([ulong.MaxValue, ulong.MaxValue - 1], cancellationToken: token);
        await Assert.ThrowsAsync<BulkOperationException>(() => context.Set<Large>().BulkDeleteByKeyAsync([-1L], cancellationToken: token));

        Assert.Equal(1, await database.CountAsync("SELECT SUM(Id) FROM large"));
    }

    private static async IAsyncEnumerable<T> AsStream<T>(IEnumerable<T> rows)
    {
        foreach (T row in rows)
        {
            await Task.Yield();
            yield return row;
        }
    }

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Thing>().ToTable("things"));
        await database.ExecuteAsync("INSERT INTO things (Id, Name) VALUES (1, 'a'), (2, 'b'), (3, 'c')");
        return database;
    }

    private sealed class Thing
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Large
    {
        public ulong Id { get; set; }
    }
}
