using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Update;

/// <summary>Rows that are gone are named; an update never brings them back.</summary>
[BothServers]
public abstract class NotFoundRowsTests(Servers servers, ServerKind kind)
{
    private static readonly int[] Gone = [0, 1, 17, 99, 100, 500, 501, 777, 998, 999];

    [Theory]
    [InlineData(null, true)]
    [InlineData(null, false)]
    [InlineData(BulkStrategy.ValuesJoin, true)]
    [InlineData(BulkStrategy.PreparedValuesJoin, true)]
    public async Task An_update_names_ten_deleted_rows_and_inserts_none(BulkStrategy? strategy, bool isAsync)
    {
        Assert.SkipWhen(strategy == BulkStrategy.PreparedValuesJoin && kind == ServerKind.MariaDb, "MariaDB types a prepared list by its first row.");
        (TestDatabase database, List<Ticket> tickets) = await CreateAsync();
        await using TestDatabase _ = database;
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        string table = await TableAsync(database);
        tickets.ForEach(ticket => ticket.Name = "changed");
        await using ModelContext context = database.Context();

        BulkConcurrencyException miss = await Assert.ThrowsAsync<BulkConcurrencyException>(
            () => context.UpdateAsync(isAsync, tickets, new() { Strategy = strategy, BatchRows = 1_000 }));

        Assert.Equal(Gone, miss.RowIndexes);
        Assert.Contains("set BulkUpdateOptions.NotFound = NotFoundRows.Ignore. ", miss.Message, StringComparison.Ordinal);
        Assert.Equal(Gone.Select(i => (object?)tickets[i].Id), miss.Keys.Select(key => key.Single()));
        Assert.Equal(before, await Tickets.StoredAsync(context));
        Assert.Equal(table, await TableAsync(database));
    }

    [Theory]
    [InlineData(null, true)]
    [InlineData(null, false)]
    [InlineData(BulkStrategy.KeyList, true)]
    [InlineData(BulkStrategy.ValuesJoin, false)]
    public async Task A_delete_names_ten_deleted_rows_and_keeps_the_others(BulkStrategy? strategy, bool isAsync)
    {
        (TestDatabase database, List<Ticket> tickets) = await CreateAsync();
        await using TestDatabase _ = database;
        await using ModelContext context = database.Context();

        BulkConcurrencyException miss = await Assert.ThrowsAsync<BulkConcurrencyException>(
            () => context.DeleteAsync(isAsync, tickets, new() { Strategy = strategy, BatchRows = 1_000 }));

        Assert.Equal(Gone, miss.RowIndexes);
        Assert.Contains("set BulkDeleteOptions.NotFound = NotFoundRows.Ignore. ", miss.Message, StringComparison.Ordinal);
        Assert.Equal(990, (await Tickets.StoredAsync(context)).Count);
    }

    [Theory]
    [InlineData(BulkStrategy.KeyList, true)]
    [InlineData(BulkStrategy.KeyList, false)]
    [InlineData(BulkStrategy.ValuesJoin, true)]
    [InlineData(BulkStrategy.RowByRow, false)]
    public async Task A_delete_may_ignore_rows_that_are_gone(BulkStrategy strategy, bool isAsync)
    {
        (TestDatabase database, List<Ticket> tickets) = await CreateAsync();
        await using TestDatabase _ = database;
        await using ModelContext context = database.Context();

        BulkResult result = await context.DeleteAsync(isAsync, tickets, new() { Strategy = strategy, NotFound = NotFoundRows.Ignore });

        Assert.Equal(990, result.RowsDeleted);
        Assert.Empty(await Tickets.StoredAsync(context));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_delete_by_bare_keys_names_those_that_are_gone(bool ignores)
    {
        (TestDatabase database, List<Ticket> tickets) = await CreateAsync();
        await using TestDatabase _ = database;
        await using ModelContext context = database.Context();
        long[] keys = [.. tickets.Select(ticket => ticket.Id)];

        if (ignores)
        {
            Assert.Equal(990, (await context.Set<Ticket>().BulkDeleteByKeyAsync(keys, new() { NotFound = NotFoundRows.Ignore }, TestContext.Current.CancellationToken)).RowsDeleted);
        }
        else
        {
            BulkConcurrencyException miss = await Assert.ThrowsAsync<BulkConcurrencyException>(
                () => context.Set<Ticket>().BulkDeleteByKeyAsync(keys, cancellationToken: TestContext.Current.CancellationToken));
            Assert.Equal(Gone, miss.RowIndexes);
            Assert.Equal(Gone.Select(i => (object?)keys[i]), miss.Keys.Select(key => key.Single()));
        }

        Assert.Equal(ignores ? 0 : 990, (await Tickets.StoredAsync(context)).Count);
    }

    [Fact]
    public async Task Row_by_row_the_first_missing_row_is_named()
    {
        (TestDatabase database, List<Ticket> tickets) = await CreateAsync();
        await using TestDatabase _ = database;
        await using ModelContext context = database.Context();
        tickets.ForEach(ticket => ticket.Name = "changed");

        BulkConcurrencyException miss = await Assert.ThrowsAsync<BulkConcurrencyException>(
            () => context.BulkUpdateAsync(tickets[2..50], new() { Strategy = BulkStrategy.RowByRow }, TestContext.Current.CancellationToken));

        Assert.Equal([15], miss.RowIndexes);
        Assert.DoesNotContain(await Tickets.StoredAsync(context), ticket => ticket.Name == "changed");
    }

    // This is the next key that the table would generate.
    private static async Task<string> TableAsync(TestDatabase database)
    {
        string text = (string)(await database.QueryAsync("SHOW CREATE TABLE tickets"))[0][1]!;
        Assert.Contains("AUTO_INCREMENT=", text, StringComparison.Ordinal);
        return text;
    }

    private async Task<(TestDatabase Database, List<Ticket> Tickets)> CreateAsync()
    {
        TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.SeedAsync(database, 1_000);
        await database.ExecuteAsync($"DELETE FROM tickets WHERE Id IN ({string.Join(',', Gone.Select(i => tickets[i].Id))})");
        return (database, tickets);
    }
}
