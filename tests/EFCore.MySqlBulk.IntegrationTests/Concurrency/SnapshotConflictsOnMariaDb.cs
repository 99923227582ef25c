using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Concurrency;

/// <summary>With <c>innodb_snapshot_isolation</c>, the default from MariaDB 11.6.2 on, a change of a row that has changed since the transaction's snapshot is error 1020 and the end of
/// the transaction.</summary>
public sealed class SnapshotConflictsOnMariaDb(Servers servers)
{
    private static readonly ServerOptions Isolated = new() { SnapshotIsolation = true };

    public static TheoryData<Operation, bool, bool> Calls() => new MatrixTheoryData<Operation, bool, bool>([Operation.Update, Operation.Delete], [true, false], [true, false]);

    [Theory]
    [MemberData(nameof(Calls))]
    public async Task The_calls_own_transaction_is_made_again_as_a_whole(Operation operation, bool isAsync, bool retries)
    {
        (TestDatabase database, List<Guarded> rows) = await Guarded.StoredAsync(servers, ServerKind.MariaDb, 100, Isolated);
        await using TestDatabase _ = database;
        rows.ForEach(row => row.Name = "changed");
        BeforeStatement trouble = BeforeSecond(database, "UPDATE guarded SET Name = 'by another' WHERE Id = 75");
        await using ModelContext context = Context(database, retries, trouble);

        BulkResult result = await context.RunAsync(operation, isAsync, rows, 50);

        Assert.Equal((100, 4), (result.RowsAffected, trouble.Seen));
        Assert.Equal(operation == Operation.Update ? 100 : 0, await database.CountAsync("SELECT COUNT(*) FROM guarded WHERE Name = 'changed'"));
        Assert.Equal(operation == Operation.Update ? 100 : 0, await database.CountAsync("SELECT COUNT(*) FROM guarded"));
    }

    [Theory]
    [MemberData(nameof(Calls))]
    public async Task A_newer_token_is_a_concurrency_failure_that_names_the_row(Operation operation, bool isAsync, bool retries)
    {
        (TestDatabase database, List<Guarded> rows) = await Guarded.StoredAsync(servers, ServerKind.MariaDb, 100, Isolated);
        await using TestDatabase _ = database;
        rows.ForEach(row => row.Name = "changed");
        await using ModelContext context = Context(database, retries, BeforeSecond(database, "UPDATE guarded SET Version = 1000 WHERE Id = 75"));

        BulkConcurrencyException miss = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.RunAsync(operation, isAsync, rows, 50));

        Assert.Equal([74], miss.RowIndexes);
        Assert.Equal(BulkOutcome.Nothing, miss.Outcome);
        Assert.Equal(0, await Guarded.ChangedAsync(database));
        Assert.Equal(100, await context.Set<Guarded>().CountAsync(Token));
    }

    [Theory]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, true)]
    public async Task The_callers_transaction_is_over_as_with_SaveChanges(Operation operation, bool isAsync)
    {
        (TestDatabase database, List<Guarded> rows) = await Guarded.StoredAsync(servers, ServerKind.MariaDb, 100, Isolated);
        await using TestDatabase _ = database;
        DbUpdateException plain = await Assert.ThrowsAsync<DbUpdateException>(() => UnderAnOlderSnapshotAsync(database, context =>
        {
            Guarded row = context.Set<Guarded>().Single(g => g.Id == 75);
            row.Name = "changed";
            return context.SaveChangesAsync(Token);
        }));
        rows.ForEach(row => row.Name = "changed");

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
            () => UnderAnOlderSnapshotAsync(database, context => context.RunAsync(operation, isAsync, rows, 50)));

        Assert.Equal(1020, Trouble.Number(plain));
        Assert.Equal((1020, BulkOutcome.Nothing, true), (failure.ErrorNumber, failure.Outcome, failure.TransactionLost));
        Assert.StartsWith("The server refused a statement: Record has changed since last read in table 'guarded'", failure.Message, StringComparison.Ordinal);
        Assert.Contains("The server has ended the transaction: nothing in it is stored", failure.Message, StringComparison.Ordinal);
        Assert.Equal(0, await Guarded.ChangedAsync(database));
        Assert.Equal(100, await database.CountAsync("SELECT COUNT(*) FROM guarded"));
    }

    private static async Task UnderAnOlderSnapshotAsync(TestDatabase database, Func<ModelContext, Task> call)
    {
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(System.Data.IsolationLevel.RepeatableRead, Token);
        Assert.Equal(100, await context.Set<Guarded>().CountAsync(Token));
        context.Add(new Guarded { Id = 1_000, Name = "as stored" });
        await context.SaveChangesAsync(Token);
        await database.ExecuteAsync("UPDATE guarded SET Version = IFNULL(Version, 0) + 1000 WHERE Id = 75");
        await call(context);
    }

    // The transaction gets its snapshot from a query before its first statement, as of an interceptor that reads; the row changes before the second one.
    private static BeforeStatement BeforeSecond(TestDatabase database, string statement)
    {
        int seen = 0;
        return new(_ => ++seen <= 2, command => seen == 1 ? Trouble.ReadAsync(command, "SELECT COUNT(*) FROM guarded") : database.ExecuteAsync(statement));
    }

    private static ModelContext Context(TestDatabase database, bool retries, BeforeStatement trouble) => database.Context(options =>
    {
        if (retries)
            options.UseMySql(database.ConnectionString, database.Server.Version, mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(50), null));
        options.AddInterceptors(trouble);
    });
}
