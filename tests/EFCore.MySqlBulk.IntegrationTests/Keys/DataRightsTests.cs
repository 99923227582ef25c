using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Databases;
using EFCore.MySqlBulk.IntegrationTests.Model;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Keys;

/// <summary>A user with the right to read and write rows, and no other: no schema, no trigger, no temporary table.</summary>
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

public sealed class DataRightsOnMySql(Servers servers) : DataRightsTests(servers, ServerKind.MySql);

public sealed class DataRightsOnMariaDb(Servers servers) : DataRightsTests(servers, ServerKind.MariaDb);
