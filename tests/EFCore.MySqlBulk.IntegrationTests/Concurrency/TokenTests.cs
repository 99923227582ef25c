using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Concurrency;

/// <summary>Concurrency tokens: a row that somebody else changed is named, and nothing is stored.</summary>
[BothServers]
public abstract class TokenTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, true)]
    [InlineData(Operation.Delete, false)]
    public async Task One_changed_row_of_five_thousand_is_named(Operation operation, bool isAsync)
    {
        (TestDatabase database, List<Guarded> rows) = await Guarded.StoredAsync(servers, kind, 5_000);
        await using TestDatabase _ = database;
        await database.ExecuteAsync("UPDATE guarded SET Version = -1 WHERE Id = 3210");
        rows.ForEach(row => row.Name = "changed");
        rows.Reverse();
        await using ModelContext context = database.Context();

        BulkConcurrencyException miss = await Assert.ThrowsAsync<BulkConcurrencyException>(
            async () => await (operation == Operation.Update ? context.UpdateAsync(isAsync, rows) : context.DeleteAsync(isAsync, rows)));

        Assert.Equal([5_000 - 3_210], miss.RowIndexes);
        Assert.Equal([3_210], miss.Keys.Single());
        Assert.Equal(0, await Guarded.ChangedAsync(database));
        Assert.Equal(5_000, await context.Set<Guarded>().CountAsync(Token));
    }

    [Theory]
    [InlineData(Operation.Update, BulkStrategy.RowByRow)]
    [InlineData(Operation.Update, BulkStrategy.ValuesJoin)]
    [InlineData(Operation.Update, BulkStrategy.PreparedValuesJoin)]
    [InlineData(Operation.Delete, BulkStrategy.RowByRow)]
    [InlineData(Operation.Delete, BulkStrategy.ValuesJoin)]
    [InlineData(Operation.Delete, BulkStrategy.PreparedValuesJoin)]
    public async Task Every_strategy_compares_tokens_and_null_with_null(Operation operation, BulkStrategy strategy)
    {
        Assert.SkipWhen(strategy == BulkStrategy.PreparedValuesJoin && kind == ServerKind.MariaDb, "MariaDB types a prepared list by its first row.");
        (TestDatabase database, List<Guarded> rows) = await Guarded.StoredAsync(servers, kind, 50);
        await using TestDatabase _ = database;
        await using ModelContext context = database.Context();
        rows.ForEach(row => row.Name = "changed");
        await database.ExecuteAsync("UPDATE guarded SET Version = NULL WHERE Id = 7", "UPDATE guarded SET Version = 0 WHERE Id = 20");

        BulkConcurrencyException miss = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.RunAsync(operation, isAsync: true, rows, 50, strategy));
        // Rows after the first statement with a missing row were not tried.
        Assert.Equal(strategy == BulkStrategy.RowByRow ? [6] : [6, 19], miss.RowIndexes);
        Assert.Equal(0, await Guarded.ChangedAsync(database));

        rows[6].Version = null;
        rows[19].Version = 0;
        BulkResult result = await context.RunAsync(operation, isAsync: true, rows, 20, strategy);
        Assert.Equal(50, result.RowsAffected);
        Assert.Equal(operation == Operation.Update ? 50 : 0, await Guarded.ChangedAsync(database));
    }

    [Theory]
    [InlineData(null)]
    [InlineData(BulkStrategy.RowByRow)]
    [InlineData(BulkStrategy.MultiStatement)]
    [InlineData(BulkStrategy.PipelinedArrayBatch)]
    public async Task A_delete_that_ignores_missing_rows_names_a_changed_one(BulkStrategy? strategy)
    {
        (TestDatabase database, List<Guarded> rows) = await Guarded.StoredAsync(servers, kind, 40);
        await using TestDatabase _ = database;
        await using ModelContext context = database.Context();
        List<Guarded> tracked = await context.Set<Guarded>().OrderBy(g => g.Id).ToListAsync(Token);
        await database.ExecuteAsync("DELETE FROM guarded WHERE Id IN (3, 30)", "UPDATE guarded SET Version = 1000 WHERE Id = 20");

        BulkConcurrencyException changed = await Assert.ThrowsAsync<BulkConcurrencyException>(
            () => context.BulkDeleteAsync(tracked, new() { NotFound = NotFoundRows.Ignore, Strategy = strategy }, Token));

        Assert.Equal([19], changed.RowIndexes);
        Assert.Equal(EntityState.Unchanged, context.Entry(tracked[19]).State);
        Assert.Equal(38, await database.CountAsync("SELECT COUNT(*) FROM guarded"));

        tracked.RemoveAt(19);
        Assert.Equal(37, (await context.BulkDeleteAsync(tracked, new() { NotFound = NotFoundRows.Ignore, Strategy = strategy }, Token)).RowsDeleted);
        Assert.Equal(20, await database.CountAsync("SELECT Id FROM guarded"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_row_that_has_its_values_already_is_not_missed(bool isAsync)
    {
        (TestDatabase database, List<Guarded> rows) = await Guarded.StoredAsync(servers, kind, 3_500);
        await using TestDatabase _ = database;
        await using ModelContext context = database.Context();

        BulkResult result = await context.UpdateAsync(isAsync, rows);

        Assert.Equal(3_500, result.RowsUpdated);
    }

    [Theory]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, true)]
    public async Task Under_an_older_snapshot_the_right_row_is_named(Operation operation, bool isAsync)
    {
        (TestDatabase database, List<Guarded> rows) = await Guarded.StoredAsync(servers, kind, 100);
        await using TestDatabase _ = database;
        Assert.SkipWhen(database.Server.IsNewerMariaDb, "MariaDB 11.8 changes no row that is newer than the snapshot (innodb_snapshot_isolation).");
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(System.Data.IsolationLevel.RepeatableRead, Token);
        Assert.Equal(100, await context.Set<Guarded>().CountAsync(Token));
        await database.ExecuteAsync("UPDATE guarded SET Version = 1000 WHERE Id = 42", "INSERT INTO guarded (Id, Name, Version) VALUES (101, 'as stored', 101)");
        rows.ForEach(row => row.Name = "changed");
        // The snapshot does not contain this row, but the table does.
        rows.Add(new() { Id = 101, Name = "changed", Version = 101 });

        BulkConcurrencyException miss = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.RunAsync(operation, isAsync, rows, 200));

        Assert.Equal([41], miss.RowIndexes);
        await transaction.CommitAsync(Token);
        Assert.Equal(0, await Guarded.ChangedAsync(database));
        Assert.Equal(101, await context.Set<Guarded>().CountAsync(Token));
    }

    [Theory]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Delete, false)]
    public async Task Without_the_check_tokens_do_not_matter(Operation operation, bool isAsync)
    {
        (TestDatabase database, List<Guarded> rows) = await Guarded.StoredAsync(servers, kind, 100);
        await using TestDatabase _ = database;
        await database.ExecuteAsync("UPDATE guarded SET Version = 1000");
        rows.ForEach(row => row.Name = "changed");
        await using ModelContext context = database.Context();

        BulkResult result = operation == Operation.Update
            ? await context.UpdateAsync(isAsync, rows, new() { CheckConcurrency = false })
            : await context.DeleteAsync(isAsync, rows, new() { CheckConcurrency = false });

        Assert.Equal(100, result.RowsAffected);
        Assert.Equal(operation == Operation.Update ? 100 : 0, await Guarded.ChangedAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_tracked_row_is_compared_with_what_was_read_and_stores_its_new_token(bool isAsync)
    {
        (TestDatabase database, List<Guarded> _) = await Guarded.StoredAsync(servers, kind, 20);
        await using TestDatabase disposed = database;
        await using ModelContext context = database.Context();
        List<Guarded> tracked = await context.Set<Guarded>().OrderBy(g => g.Id).ToListAsync(Token);
        tracked.ForEach(row => row.Version = 500);

        Assert.Equal(20, (await context.UpdateAsync(isAsync, tracked)).RowsUpdated);
        Assert.Equal(20, await database.CountAsync("SELECT COUNT(*) FROM guarded WHERE Version = 500"));
        Assert.Equal(0, await context.SaveChangesAsync(Token));

        await database.ExecuteAsync("UPDATE guarded SET Version = 501 WHERE Id = 5");
        tracked.ForEach(row => row.Version = 600);
        BulkConcurrencyException miss = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.UpdateAsync(isAsync, tracked));
        Assert.Equal([4], miss.RowIndexes);
        Assert.Same(tracked[4], Assert.Single(miss.Entries).Entity);
        Assert.Equal((500, 600), (context.Entry(tracked[4]).Property(g => g.Version).OriginalValue, tracked[4].Version));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM guarded WHERE Version = 600"));
    }

    [Fact]
    public async Task One_handler_for_all_failures_gets_a_missed_row_too()
    {
        (TestDatabase database, List<Guarded> rows) = await Guarded.StoredAsync(servers, kind, 20);
        await using TestDatabase _ = database;
        await database.ExecuteAsync("DELETE FROM guarded WHERE Id IN (3, 4)");
        await using ModelContext context = database.Context();

        BulkException miss = await Assert.ThrowsAnyAsync<BulkException>(() => context.BulkUpdateAsync(rows, cancellationToken: Token));

        Assert.Empty(miss.Entries);
        Assert.Equal([2, 3], Assert.IsType<BulkConcurrencyException>(miss).RowIndexes);
    }
}
