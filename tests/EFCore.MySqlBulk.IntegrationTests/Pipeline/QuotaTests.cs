using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Connections beside the context's count against the limits of the pool and of the server, and the result says so if one cannot be opened.</summary>
[BothServers]
public abstract class QuotaTests(Servers servers, ServerKind kind)
{
    private const int Rows = 3_100;

    [Fact]
    public async Task No_more_are_opened_than_the_pool_may_hold()
    {
        await using TestDatabase database = await CreateAsync("Maximum Pool Size=3;Connection Timeout=2");
        await using ModelContext context = database.Context();

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertAsync(Tickets.New(Rows), new() { Connections = 3 }, Token));

        Assert.Contains("the driver could not open a further connection", refused.Message, StringComparison.Ordinal);
        Assert.Equal(BulkOutcome.Nothing, refused.Outcome);
        Assert.Empty(await Tickets.StoredAsync(database));
        BulkResult two = await context.BulkInsertAsync(Tickets.New(Rows), new() { Connections = 2 }, Token);
        Assert.Equal((2, Rows), (two.Connections, (int)two.RowsInserted));
        Assert.Empty(two.Warnings);
    }

    [Fact]
    public async Task A_refusal_by_the_server_is_a_warning_with_its_reason()
    {
        await using TestDatabase database = await CreateAsync("");
        await using Account user = await Account.CreateAsync(database, "IDENTIFIED BY 'few' WITH MAX_USER_CONNECTIONS 1");
        await using ModelContext context = Context(database, user);

        BulkResult result = await context.BulkInsertAsync(Tickets.New(Rows), cancellationToken: Token);

        Assert.Equal(Rows, result.RowsInserted);
        Assert.Contains("max_user_connections", Assert.Single(result.Warnings), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_call_that_insists_is_told_why_the_server_refuses()
    {
        await using TestDatabase database = await CreateAsync("");
        await using Account user = await Account.CreateAsync(database, "IDENTIFIED BY 'few' WITH MAX_USER_CONNECTIONS 1");
        await using ModelContext context = Context(database, user);

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertAsync(Tickets.New(Rows), new() { Pipelining = BulkPipelining.Always }, Token));

        Assert.Contains("max_user_connections", refused.Message, StringComparison.Ordinal);
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    private async Task<TestDatabase> CreateAsync(string settings) => await servers.OfAsync(kind).CreateAsync(Tickets.Model, settings);

    private static ModelContext Context(TestDatabase database, Account user)
    {
        System.Data.Common.DbConnectionStringBuilder settings = new() { ConnectionString = database.ConnectionString };
        settings["User ID"] = user.Name;
        settings["Password"] = "few";
        return database.Context(options => options.UseMySql(settings.ConnectionString, database.Server.Version));
    }
}
