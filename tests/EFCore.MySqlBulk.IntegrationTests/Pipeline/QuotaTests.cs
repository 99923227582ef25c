using EFCore.MySqlBulk.IntegrationTests.Databases;
using EFCore.MySqlBulk.IntegrationTests.Model;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Proxy;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>The operation's own connection counts against a limit that the user sets, and the result says so if it cannot be opened.</summary>
public abstract class QuotaTests(Servers servers, ServerKind kind)
{
    private const int Rows = 2_100;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task No_more_are_opened_than_the_pool_may_hold()
    {
        await using TestDatabase database = await CreateAsync("Maximum Pool Size=2");
        await using ModelContext context = database.Context();

        NotSupportedException refused = await Assert.ThrowsAsync<NotSupportedException>(
            () => context.BulkInsertAsync(Tickets.New(Rows), new() { Connections = 3 }, Token));

        Assert.Contains("all 2 connections that the connection string's Maximum Pool Size allows are in use", refused.Message, StringComparison.Ordinal);
        BulkResult two = await context.BulkInsertAsync(Tickets.New(Rows), new() { Connections = 2 }, Token);
        Assert.Equal((2, Rows), (two.Connections, (int)two.RowsInserted));
        Assert.Empty(two.Warnings);
    }

    // The reset that ends one call may still be unanswered when the next one comes.
    [Fact]
    public async Task One_that_waits_for_calls_of_the_other_mode_makes_room()
    {
        FaultPolicy late = new() { OnPacket = static (link, packet) => link.IsPipeline && packet.Command == CommandCode.ResetConnection ? Fault.Delay : Fault.None };
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Execute, 200, late, more: "Pooling=True;Maximum Pool Size=1");
        for (int i = 0; i < 4; i++)
            Assert.Equal(BulkStrategy.PipelinedArrayBatch, (await trial.RunAsync(isAsync: i % 2 == 0)).Strategy);
        Assert.Equal(4, trial.Proxy.Pipelines.Count());
        await trial.IsStoredAsync();
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

        NotSupportedException refused = await Assert.ThrowsAsync<NotSupportedException>(
            () => context.BulkInsertAsync(Tickets.New(Rows), new() { Connection = BulkConnection.Own }, Token));

        Assert.Contains("max_user_connections", refused.Message, StringComparison.Ordinal);
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    private async Task<TestDatabase> CreateAsync(string settings) => await (await servers.OfAsync(kind)).CreateAsync(Tickets.Model, settings);

    private static ModelContext Context(TestDatabase database, Account user)
    {
        System.Data.Common.DbConnectionStringBuilder settings = new() { ConnectionString = database.ConnectionString };
        settings["User ID"] = user.Name;
        settings["Password"] = "few";
        return database.Context(options => options.UseMySql(settings.ConnectionString, database.Server.Version));
    }
}

public sealed class QuotaOnMySql(Servers servers) : QuotaTests(servers, ServerKind.MySql);

public sealed class QuotaOnMariaDb(Servers servers) : QuotaTests(servers, ServerKind.MariaDb);
