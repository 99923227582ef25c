using EFCore.MySqlBulk.IntegrationTests.Concurrency;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>Under <c>sql_safe_updates</c> rows are changed by key, which the server accepts.</summary>
[BothServers]
public abstract class SafeUpdatesTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(1, null)]
    [InlineData(50, null)]
    [InlineData(3_500, null)]
    [InlineData(3_500, BulkPipelining.Always)]
    [InlineData(3_500, BulkPipelining.Never)]
    public async Task Rows_are_changed_and_deleted_by_their_keys(int count, BulkPipelining? pipelining)
    {
        (TestDatabase database, List<Guarded> rows) = await Guarded.StoredAsync(servers, kind, count);
        await using TestDatabase _ = database;
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(context, "SET SESSION sql_safe_updates = 1");
        rows.ForEach(row => row.Name = "changed");

        Assert.Equal(count, (await context.BulkUpdateAsync(rows, new() { Pipelining = pipelining }, Token)).RowsUpdated);
        Assert.Equal(count, await Guarded.ChangedAsync(database));

        List<Guarded> half = rows[..(count / 2)];
        Assert.Equal(half.Count, (await context.BulkDeleteAsync(half, new() { Pipelining = pipelining }, Token)).RowsDeleted);
        int[] keys = [.. rows[half.Count..].Select(row => row.Id)];
        Assert.Equal(keys.Length, (await context.Set<Guarded>().BulkDeleteByKeyAsync(keys, new() { Pipelining = pipelining }, Token)).RowsDeleted);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM guarded"));
        Assert.Equal(1L, Convert.ToInt64((await TestDatabase.QueryAsync(context, "SELECT @@sql_safe_updates"))[0][0], System.Globalization.CultureInfo.InvariantCulture));
    }

    [Theory]
    [InlineData(BulkPipelining.Always)]
    [InlineData(BulkPipelining.Never)]
    public async Task The_callers_statement_without_a_key_is_refused_pipelined_or_not(BulkPipelining pipelining)
    {
        (TestDatabase database, List<Guarded> rows) = await Guarded.StoredAsync(servers, kind, 150);
        await using TestDatabase _ = database;
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(context, "SET SESSION sql_safe_updates = 1");

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkExecuteRawAsync(rows, "UPDATE guarded SET Name = {0}", row => row.Name + "!", new() { Pipelining = pipelining }, Token));

        Assert.Equal(1175, refused.ErrorNumber);
        Assert.Equal(0, await Guarded.ChangedAsync(database));
    }
}
