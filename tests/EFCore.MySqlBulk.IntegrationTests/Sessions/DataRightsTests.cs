using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>A user with the right to read and write rows, and no other: no schema, no trigger, no temporary table.</summary>
[BothServers]
public abstract class DataRightsTests(Servers servers, ServerKind kind)
{
    [Theory]
    [ClassData<BulkWays>]
    public async Task Every_strategy_needs_data_rights_only(Operation operation, BulkStrategy strategy, bool isAsync)
    {
        Assert.SkipWhen(strategy == BulkStrategy.PreparedValuesJoin && kind == ServerKind.MariaDb, "MariaDB types a prepared list by its first row.");
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 250);
        TestDatabase restricted = await RestrictedAsync(database);
        await using ModelContext context = restricted.Context();

        BulkResult result = await context.RunAsync(operation, isAsync, tickets, 100, strategy);

        Assert.Equal(250, result.RowsAffected);
        Assert.Equal(Tickets.After(operation, tickets), await Tickets.StoredAsync(database));
        await Assert.ThrowsAnyAsync<DbException>(() => restricted.ExecuteAsync("CREATE TEMPORARY TABLE t (i INT)"));
        await database.ExecuteAsync($"DROP USER {database.Name}");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(3_000)]
    public async Task Every_operation_chooses_what_a_plain_user_of_a_plain_server_may_do(int rows)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, new() { LocalInfile = false });
        Assert.Equal(0, await database.CountAsync("SELECT @@local_infile"));
        TestDatabase restricted = await RestrictedAsync(database);
        // What anybody would write.
        DbConnectionStringBuilder given = new() { ConnectionString = restricted.ConnectionString };
        string plain = $"Server={given["Server"]};Port={given["Port"]};Database={database.Name};User ID={database.Name};Password=secret";
        await using ModelContext context = restricted.Context(options => options.UseMySql(plain, database.Server.Version).UseMySqlBulk());
        List<Ticket> tickets = Tickets.New(rows);
        CancellationToken token = TestContext.Current.CancellationToken;

        Assert.Equal(rows, (await context.BulkInsertAsync(tickets, cancellationToken: token)).RowsInserted);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        tickets.ForEach(ticket => ticket.Score = 1);
        Assert.Equal(rows, (await context.BulkUpdateAsync(tickets, cancellationToken: token)).RowsUpdated);
        tickets.ForEach(ticket => ticket.Score = 2);
        Assert.Equal(rows, (await context.BulkInsertOrUpdateAsync(tickets, new() { Match = t => t.Token }, token)).RowsUpdated);
        tickets.ForEach(ticket => ticket.Score = 3);
        Assert.Equal(rows, (await context.BulkSynchronizeAsync(tickets, new() { Match = t => t.Token, WholeTable = true }, token)).RowsUpdated);
        Assert.Equal(rows, (await context.BulkInsertIfAbsentAsync(Tickets.New(rows), new() { Match = t => t.Token }, token)).RowsUnchanged);
        Assert.Equal(rows, (await context.BulkExecuteRawAsync(tickets, "UPDATE tickets SET Score = {0} WHERE Id = {1}", t => (4.0, t.Id), cancellationToken: token)).RowsAffected);
        tickets.ForEach(ticket => ticket.Score = 4);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        List<long> keys = [.. tickets.Select(ticket => ticket.Id)];
        Assert.Equal(Tickets.Values(tickets), Tickets.Values((await context.Set<Ticket>().BulkReadAsync(keys, new() { Tracking = QueryTrackingBehavior.NoTracking }, token)).Select(ticket => ticket!)));
        Assert.Equal(rows, await context.Set<Ticket>().WhereKeys(keys).CountAsync(token));
        Assert.Equal(rows, (await context.BulkDeleteAsync(tickets, cancellationToken: token)).RowsDeleted);
        context.AddRange(tickets = Tickets.New(rows));
        Assert.Equal(rows, await context.BulkSaveChangesAsync(token));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        Assert.Equal(rows, (await context.Set<Ticket>().BulkDeleteByKeyAsync(tickets.Select(ticket => ticket.Id).ToList(), cancellationToken: token)).RowsDeleted);
        Assert.Empty(await Tickets.StoredAsync(database));

        await Assert.ThrowsAnyAsync<DbException>(() => restricted.ExecuteAsync("CREATE TEMPORARY TABLE t (i INT)"));
        await database.ExecuteAsync($"DROP USER {database.Name}");
    }

    [Fact]
    public async Task Eight_updates_of_one_table_at_once_meet_no_schema_error()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(Operation.Update, database, 500);
        TestDatabase restricted = await RestrictedAsync(database);

        BulkResult[] results = await Task.WhenAll(Enumerable.Range(0, 8).Select(i => Task.Run(async () =>
        {
            await using ModelContext context = restricted.Context();
            return await context.RunAsync(Operation.Update, isAsync: i % 2 == 0, tickets, 100);
        })));

        Assert.All(results, result => Assert.Equal(500, result.RowsUpdated));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        await database.ExecuteAsync($"DROP USER {database.Name}");
    }

    [Fact]
    public async Task A_trigger_that_the_user_cannot_see_does_not_give_wrong_keys()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync("CREATE TRIGGER keys_of_tickets BEFORE INSERT ON tickets FOR EACH ROW SET NEW.Id = 2000000 - NEW.Token");
        TestDatabase restricted = await RestrictedAsync(database);
        await using ModelContext context = restricted.Context();
        List<Ticket> tickets = Tickets.New(100);

        await context.BulkInsertAsync(tickets, cancellationToken: TestContext.Current.CancellationToken);

        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        await database.ExecuteAsync($"DROP USER {database.Name}");
    }

    // The same database, accessed by a user of the same name. It is not disposed of, because the user may not drop it.
    private static async Task<TestDatabase> RestrictedAsync(TestDatabase database)
    {
        await database.ExecuteAsync(
            $"CREATE USER {database.Name} IDENTIFIED BY 'secret'",
            $"GRANT SELECT, INSERT, UPDATE, DELETE ON {database.Name}.* TO {database.Name}");
        return new(database.Server, database.Name, Tickets.Model, $"User ID={database.Name};Password=secret");
    }
}
