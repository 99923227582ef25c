using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Options;

/// <summary><c>Table</c> names another table of the same shape.</summary>
[BothServers]
public abstract class TargetTableTests(Servers servers, ServerKind kind)
{
    private const string Other = "visits_2025";

    [Theory]
    [InlineData(true, 3)]
    [InlineData(false, 3)]
    [InlineData(true, 4_000)]
    [InlineData(false, 4_000)]
    public async Task Every_operation_writes_to_the_table_that_is_named_and_to_no_other(bool isAsync, int rows)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.InsertAsync(isAsync, Visits(0, 7, hits: 1));
        string untouched = await TextAsync(database, "visits");

        List<Visit> visits = Visits(0, rows, hits: 1);
        await context.InsertAsync(isAsync, visits, new() { Table = Other });
        Assert.Equal(Expected(visits), await TextAsync(database, Other));
        Assert.All(visits, visit => Assert.Equal(visit.Hits * 2, visit.Doubled));

        visits.ForEach(visit => visit.Hits = 2);
        await context.UpdateAsync(isAsync, visits, new() { Table = Other });
        Assert.Equal(Expected(visits), await TextAsync(database, Other));

        List<Visit> again = Visits(rows / 2, rows, hits: 3);
        BulkResult done = await context.InsertOrUpdateAsync(isAsync, again, new() { Table = Other, Match = visit => visit.Page });
        Assert.Equal(((long)rows - (rows - (rows / 2)), (long)rows - (rows / 2)), (done.RowsInserted, done.RowsUpdated));
        visits = [.. visits[..(rows / 2)], .. again];
        Assert.Equal(Expected(visits), await TextAsync(database, Other));

        Visit late = Visits(rows * 2, 1, hits: 4)[0];
        done = await context.BulkInsertIfAbsentAsync([.. Visits(0, rows, hits: 9), late], new() { Table = Other, Match = visit => visit.Page }, Token);
        Assert.Equal((1L, (long)rows), (done.RowsInserted, done.RowsUnchanged));
        visits.Add(late);
        Assert.Equal(Expected(visits), await TextAsync(database, Other));

        await context.DeleteAsync(isAsync, visits[..2], new() { Table = Other });
        await context.Set<Visit>().BulkDeleteByKeyAsync([visits[2].Id], new() { Table = Other }, Token);
        Assert.Equal(Expected(visits[3..]), await TextAsync(database, Other));
        Assert.Equal(untouched, await TextAsync(database, "visits"));
    }

    [Fact]
    public async Task What_is_learned_of_one_table_does_not_hold_for_the_other()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        // The keys of the model's table are as the server counts them; those of the other one are set by a trigger.
        await database.ExecuteAsync($"CREATE TRIGGER keys_of_its_own BEFORE INSERT ON {Other} FOR EACH ROW SET NEW.Id = 1000 + CAST(SUBSTRING(NEW.Page, 6) AS UNSIGNED) * 7");
        await context.BulkInsertAsync(Visits(0, 50, hits: 1), cancellationToken: Token);
        List<Visit> visits = Visits(0, 50, hits: 1);
        await context.BulkInsertAsync(visits, new() { Table = Other }, Token);
        Assert.Equal(Expected(visits), await TextAsync(database, Other));
        Assert.Equal(Enumerable.Range(0, 50).Select(i => 1_000 + (i * 7)), visits.Select(visit => visit.Id));
        BulkOperationException failed = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(Visits(50, 50, hits: 1), new() { Table = "nowhere" }, Token));
        Assert.Equal((BulkOutcome.Nothing, 1146), (failed.Outcome, failed.ErrorNumber));

        await database.ExecuteAsync($"ALTER TABLE {Other} DROP INDEX IX_visits_Page");
        await database.ExecuteAsync("DROP TRIGGER keys_of_its_own");
        await context.BulkExecuteAsync(visits, visit => $"INSERT INTO visits_2025 (Id, Page, Hits) VALUES ({visit.Id + 1}, {visit.Page}, 0)", cancellationToken: Token);
        failed = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertOrUpdateAsync(Visits(0, 50, hits: 2), new() { Table = Other, Match = visit => visit.Page }, Token));
        Assert.Contains("Several stored rows match it by Page", failed.Message, StringComparison.Ordinal);
        Assert.Equal(50, (await context.BulkInsertOrUpdateAsync(Visits(0, 50, hits: 2), new() { Match = visit => visit.Page }, Token)).RowsUpdated);
    }

    [Fact]
    public async Task Rows_of_the_model_s_table_and_graphs_are_refused()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Visits(0, 3, hits: 1), cancellationToken: Token);
        List<Visit> tracked = await context.Set<Visit>().ToListAsync(Token);
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync([.. Visits(5, 1, hits: 1), tracked[0]], new() { Table = Other }, Token));
        Assert.Contains("Row 1 is tracked as a row of 'visits', so it cannot be a row of 'visits_2025' too", refused.Message, StringComparison.Ordinal);
        Assert.Equal((BulkOutcome.Nothing, 1), (refused.Outcome, refused.RowIndex));
        await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkUpdateAsync(tracked, new() { Table = Other }, Token));
        Assert.Equal("", await TextAsync(database, Other));

        await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync([new Site()], new() { Table = Other, IncludeGraph = true }, Token));
        await Assert.ThrowsAsync<ArgumentException>(() => context.BulkInsertAsync(Visits(0, 1, 1), new() { Table = "" }, Token));
        BulkExplanation explained = await context.ExplainBulkInsertAsync(Visits(0, 3, 1), new() { Table = Other }, Token);
        Assert.Equal($"`{Other}`", explained.Table);
    }

    private static List<Visit> Visits(int from, int rows, int hits) => [.. Enumerable.Range(from, rows).Select(i => new Visit { Page = $"page {i}", Hits = hits })];

    private static string Expected(IEnumerable<Visit> visits) => string.Join("; ", visits.OrderBy(visit => visit.Id).Select(visit => $"{visit.Id} {visit.Page} {visit.Hits}"));

    private static async Task<string> TextAsync(TestDatabase database, string table)
    {
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        return string.Join("; ", (await TestDatabase.QueryAsync(context, $"SELECT Id, Page, Hits FROM {table} ORDER BY Id")).Select(row => string.Join(' ', row)));
    }

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            model.Entity<Visit>(visit =>
            {
                visit.ToTable("visits").Property(each => each.Page).HasMaxLength(60);
                visit.HasIndex(each => each.Page).IsUnique();
                visit.Property(each => each.Doubled).HasComputedColumnSql("Hits * 2");
            });
            model.Entity<Site>();
        });
        await database.ExecuteAsync($"CREATE TABLE {Other} LIKE visits");
        return database;
    }

    private sealed class Visit
    {
        public int Id { get; set; }

        public string Page { get; set; } = "";

        public int Hits { get; set; }

        public int Doubled { get; private set; }
    }

    private sealed class Site
    {
        public int Id { get; set; }

        public List<Visit> Visits { get; set; } = [];
    }
}
