using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>A table whose storage engine has no transactions is not changed in batches: one that fails would be done in part.</summary>
[BothServers]
public abstract class TransactionalTablesTests(Servers servers, ServerKind kind)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("visits", true, true)]
    [InlineData("archived_visits", true, false)]
    [InlineData("visits", false, true)]
    public async Task A_table_without_them_is_refused_before_anything_is_changed(string table, bool isAsync, bool isSource)
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, 100);
        await database.ExecuteAsync($"ALTER TABLE {table} ENGINE=MyISAM");
        await using ModelContext context = database.Context();
        IQueryable<Visit> rows = context.Set<Visit>().Where(visit => visit.Site == 1);
        int matching = await rows.CountAsync(Token);

        if (isSource)
        {
            await RefusedAsync(table, "BulkExecuteDelete", () => rows.DeleteAsync(isAsync));
            await RefusedAsync(table, "BulkExecuteUpdate", () => rows.BulkExecuteUpdateAsync(set => set.SetProperty(visit => visit.Length, 5), cancellationToken: Token));
            // It is only read.
            Assert.Equal(matching, (await rows.BulkInsertIntoAsync(ArchivedVisits.Row, cancellationToken: Token)).RowsInserted);
            await database.ExecuteAsync("DELETE FROM archived_visits");
        }
        else
        {
            await RefusedAsync(table, "BulkInsertInto", () => rows.BulkInsertIntoAsync(ArchivedVisits.Row, cancellationToken: Token));
        }

        await RefusedAsync(table, "BulkMoveTo", () => rows.BulkMoveToAsync(ArchivedVisits.Row, cancellationToken: Token));
        Assert.Equal((100, matching, 0), (await context.Set<Visit>().CountAsync(Token), await rows.CountAsync(visit => visit.Length == null, Token), await context.Set<ArchivedVisit>().CountAsync(Token)));
    }

    private static async Task RefusedAsync(string table, string call, Func<Task> run)
        => Assert.Equal(
            $"{call} works in batches, each of which is done or not, and the storage engine of '{table}' has no transactions. Use a statement of your own, such as ExecuteDelete, or ALTER TABLE … ENGINE=InnoDB.",
            (await Assert.ThrowsAsync<InvalidOperationException>(run)).Message);
}
