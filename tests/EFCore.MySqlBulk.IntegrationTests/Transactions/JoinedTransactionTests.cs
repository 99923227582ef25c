using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>Calls inside the caller's own transaction.</summary>
[BothServers]
public abstract class JoinedTransactionTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public async Task Children_find_the_parent_that_is_not_yet_committed(bool commits, bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Parent>().HasMany<Child>().WithOne().HasForeignKey(c => c.ParentId));
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        // A second connection would wait for the parent's row.
        await TestDatabase.ExecuteAsync(context, "SET SESSION innodb_lock_wait_timeout = 1");
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        Parent parent = new() { Name = "parent" };
        context.Add(parent);
        await context.SaveChangesAsync(Token);

        BulkResult result = await context.InsertAsync(isAsync, Enumerable.Range(0, 250).Select(_ => new Child { ParentId = parent.Id }).ToList(), new() { BatchRows = 100 });

        Assert.Equal(250, result.RowsInserted);
        Assert.Equal(250, await context.Set<Child>().CountAsync(child => child.ParentId == parent.Id, Token));
        if (commits)
            await transaction.CommitAsync(Token);
        else
            await transaction.RollbackAsync(Token);
        Assert.Equal(commits ? 1 : 0, await database.CountAsync("SELECT COUNT(*) FROM `Parent`"));
        Assert.Equal(commits ? 250 : 0, await database.CountAsync("SELECT COUNT(*) FROM `Child`"));
    }

    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, true)]
    public async Task A_call_neither_commits_nor_begins_a_transaction(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 250);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        SeenTransactions seen = new();
        await using ModelContext context = database.Context(o => o.AddInterceptors(seen));
        context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Always;
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);

        await context.RunAsync(operation, isAsync, tickets, 100);

        Assert.Equal((1, 0, 0), (seen.Started, seen.Committed, seen.RolledBack));
        Assert.Same(transaction, context.Database.CurrentTransaction);
        Assert.Equal(before, await Tickets.StoredAsync(database));
        await transaction.CommitAsync(Token);
        Assert.Equal(Tickets.After(operation, tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Insert, false)]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, true)]
    [InlineData(Operation.Delete, false)]
    public async Task A_failing_call_leaves_the_callers_earlier_work_and_the_transaction(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 300);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        Ticket earlier = await SaveAsync(context, 1_001);

        if (operation == Operation.Delete)
        {
            tickets.Insert(260, new() { Id = 1_000_000 });
            BulkConcurrencyException failure = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.RunAsync(operation, isAsync, tickets, 100));
            Assert.Equal([260], failure.RowIndexes);
        }
        else
        {
            tickets[260].Token = tickets[10].Token;
            BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.RunAsync(operation, isAsync, tickets, 100));
            Assert.Equal((260, 1062, false), (failure.RowIndex, Trouble.Number(failure), failure.TransactionLost));
        }

        Ticket later = await SaveAsync(context, 1_002);
        await transaction.CommitAsync(Token);
        Assert.Equal([.. before, .. Tickets.Values([earlier, later])], await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, true)]
    public async Task Without_savepoints_none_is_set_and_the_caller_rolls_back(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 300);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        SeenStatements seen = new();
        await using ModelContext context = database.Context(o => o.AddInterceptors(seen));
        context.Database.AutoSavepointsEnabled = false;
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        await SaveAsync(context, 1_001);
        if (operation == Operation.Delete)
            tickets[260].Id = 1_000_000;
        else
            tickets[260].Token = tickets[10].Token;

        DbUpdateException failure = await Assert.ThrowsAnyAsync<DbUpdateException>(() => context.RunAsync(operation, isAsync, tickets, 100));

        Assert.True(operation == Operation.Delete ? failure is BulkConcurrencyException : failure is BulkOperationException { TransactionLost: false });
        Assert.DoesNotContain(seen.Executing, statement => statement.Text.Contains("SAVEPOINT", StringComparison.OrdinalIgnoreCase));
        Assert.Same(transaction, context.Database.CurrentTransaction);
        await transaction.RollbackAsync(Token);
        Assert.Equal(before, await Tickets.StoredAsync(context));
    }

    private static async Task<Ticket> SaveAsync(ModelContext context, int token)
    {
        Ticket ticket = new() { Id = token, Token = token, Name = "saved" };
        context.Add(ticket);
        Assert.Equal(1, await context.SaveChangesAsync(Token));
        return ticket;
    }

    private sealed class Parent
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Child
    {
        public int Id { get; set; }

        public int ParentId { get; set; }
    }
}
