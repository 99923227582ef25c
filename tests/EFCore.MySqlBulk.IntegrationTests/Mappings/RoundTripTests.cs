using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Rows in, changed and out again, in both modes and at every size that changes the strategy.</summary>
[BothServers]
public abstract class RoundTripTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(1, true)]
    [InlineData(10, false)]
    [InlineData(1_500, true)]
    [InlineData(5_123, true)]
    [InlineData(5_123, false)]
    public async Task Rows_are_stored_changed_and_deleted(int rows, bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<User>());
        await using ModelContext context = database.Context();
        List<User> users = [.. Enumerable.Range(0, rows).Select(i => new User { Name = $"näme '{i}' \\ 😀", Score = i * 1.25 })];

        BulkResult inserted = isAsync ? await context.BulkInsertAsync(users, cancellationToken: TestContext.Current.CancellationToken) : context.BulkInsert(users);
        Assert.Equal((rows, rows), (inserted.RowsInserted, inserted.RowsAffected));
        Assert.Equal(users.Select(u => (u.Id, u.Name, u.Score)), await StoredAsync(context));

        foreach (User user in users)
            (user.Name, user.Score) = ($"{user.Id}", -user.Score);
        BulkResult updated = isAsync
            ? await context.BulkUpdateAsync(users, new() { Update = u => u.Name }, TestContext.Current.CancellationToken)
            : context.BulkUpdate(users, new() { Update = u => u.Name });
        Assert.Equal(rows, updated.RowsUpdated);
        Assert.Equal(users.Select(u => (u.Id, u.Name, -u.Score)), await StoredAsync(context));

        BulkResult deleted = isAsync ? await context.BulkDeleteAsync(users, cancellationToken: TestContext.Current.CancellationToken) : context.BulkDelete(users);
        Assert.Equal(rows, deleted.RowsDeleted);
        Assert.Empty(await StoredAsync(context));
        Assert.Empty(context.ChangeTracker.Entries());
    }

    [Theory]
    [InlineData(null, "INSERT INTO `User` (`Name`,`Score`) VALUES (")]
    [InlineData(BulkStrategy.PipelinedArrayBatch, "INSERT INTO `User` (`Name`,`Score`) VALUES (?,?)")]
    public async Task A_call_over_its_own_connection_is_explained_without_opening_one(BulkStrategy? strategy, string statement)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<User>());
        await using ModelContext context = database.Context();
        List<User> users = [.. Enumerable.Range(0, 5_000).Select(i => new User { Name = $"{i}" })];

        BulkExplanation explanation = await context.ExplainBulkInsertAsync(users, new() { Strategy = strategy }, TestContext.Current.CancellationToken);

        Assert.Equal(strategy ?? BulkStrategy.PreparedMultiRow, explanation.Strategy);
        Assert.StartsWith(statement, explanation.FirstStatement, StringComparison.Ordinal);
        Assert.Empty(await StoredAsync(context));
    }

    [Fact]
    public async Task Many_rows_whose_keys_are_not_requested_are_stored_in_order()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<User>());
        await using ModelContext context = database.Context();
        List<User> users = [.. Enumerable.Range(0, 5_000).Select(i => new User { Name = $"Name {i}", Score = i / 4d })];

        BulkResult inserted = await context.BulkInsertAsync(users, new() { ReturnKeys = false }, TestContext.Current.CancellationToken);

        Assert.Equal((BulkStrategy.PreparedMultiRow, true), (inserted.Strategy, inserted.IsPipelined));
        Assert.Equal(5_000, inserted.RowsInserted);
        Assert.All(users, user => Assert.Equal(0, user.Id));
        Assert.Equal(users.Select(u => (u.Name, u.Score)), (await StoredAsync(context)).Select(u => (u.Name, u.Score)));
    }

    private static async Task<List<(long Id, string Name, double Score)>> StoredAsync(ModelContext context)
        => [.. (await context.Set<User>().AsNoTracking().OrderBy(u => u.Id).ToListAsync()).Select(u => (u.Id, u.Name, u.Score))];

    private sealed class User
    {
        public long Id { get; set; }

        public string Name { get; set; } = "";

        public double Score { get; set; }
    }
}
