using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>One <c>catch</c> for every call: what the server, the driver and the network do is a <see cref="BulkException" />.</summary>
[BothServers]
public abstract class OneCatchTests(Servers servers, ServerKind kind)
{
    private const int ServerUnreachable = 1042;
    private const int NoSuchTable = 1146;

    public static TheoryData<CallKind, bool> Calls
    {
        get
        {
            TheoryData<CallKind, bool> all = [];
            foreach (CallKind call in Enum.GetValues<CallKind>())
            {
                all.Add(call, true);
                all.Add(call, false);
            }

            return all;
        }
    }

    public enum CallKind
    {
        Insert,
        InsertOrUpdate,
        Execute,
        Explain,
        Read,
        SaveChanges,
    }

    [Theory]
    [MemberData(nameof(Calls))]
    public async Task A_server_that_cannot_be_reached_is_a_failure_that_may_pass(CallKind call, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = Unreachable(database);

        BulkException failure = await FailureAsync(context, call, isAsync);

        Assert.Equal((BulkOutcome.Nothing, true, ServerUnreachable), (failure.Outcome, failure.IsTransient, failure.ErrorNumber));
        Assert.IsAssignableFrom<DbException>(failure.InnerException);
    }

    [Theory]
    [MemberData(nameof(Calls))]
    public async Task A_table_that_is_not_there_is_one_that_does_not_pass(CallKind call, bool isAsync)
    {
        Assert.SkipWhen(call == CallKind.Explain, "An explanation asks for the server's settings only.");
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync("DROP TABLE tickets");
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());

        BulkException failure = await FailureAsync(context, call, isAsync);

        Assert.Equal((BulkOutcome.Nothing, false, NoSuchTable), (failure.Outcome, failure.IsTransient, failure.ErrorNumber));
        Assert.Equal(NoSuchTable, Trouble.Number(failure.InnerException));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [OnEachServer("Each server has locks of its own, and ends waits and deadlocks in its own way.")]
    public async Task A_lock_that_is_not_released_in_time_may_be_later(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(Operation.Update, database, 200);
        await using ModelContext holder = database.Context();
        await using IDbContextTransaction held = await holder.Database.BeginTransactionAsync(Token);
        await TestDatabase.ExecuteAsync(holder, "UPDATE tickets SET Name = 'held' WHERE Token = 150");
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(context, "SET innodb_lock_wait_timeout = 1");

        BulkException failure = await Assert.ThrowsAnyAsync<BulkException>(() => context.UpdateAsync(isAsync, tickets));

        Assert.Equal((1205, true, BulkOutcome.Nothing), (failure.ErrorNumber, failure.IsTransient, failure.Outcome));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task SaveChanges_that_sends_in_bulk_has_the_drivers_exception_directly_inside(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(o => o.UseMySqlBulk(b => b.BulkSaveChanges()));
        List<Ticket> tickets = Tickets.New(100);
        tickets[70].Token = tickets[3].Token;
        context.AddRange(tickets);

        DbUpdateException plain = await Assert.ThrowsAsync<DbUpdateException>(() => context.SaveAsync(isBulk: false, isAsync, Token));
        DbUpdateException bulk = await Assert.ThrowsAsync<DbUpdateException>(() => context.SaveAsync(isBulk: true, isAsync, Token));

        Assert.Equal(1062, Trouble.Number(Assert.IsAssignableFrom<DbException>(plain.InnerException)));
        BulkException inside = Assert.IsAssignableFrom<BulkException>(bulk.InnerException);
        Assert.Equal((1062, false, BulkOutcome.Nothing), (inside.ErrorNumber, inside.IsTransient, inside.Outcome));
        Assert.Same(tickets[70], Assert.Single(inside.Entries).Entity);
        Assert.Equal(plain.InnerException!.Message, inside.InnerException!.Message);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Missed_rows_of_BulkSaveChanges_are_inside_the_exception_of_SaveChanges(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(o => o.UseMySqlBulk(b => b.BulkSaveChanges()));
        List<Ticket> tickets = Tickets.New(100);
        context.AddRange(tickets);
        await context.SaveChangesAsync(Token);
        await database.ExecuteAsync("DELETE FROM tickets WHERE Token = 71");
        tickets.ForEach(ticket => ticket.Score++);

        DbUpdateConcurrencyException plain = await Assert.ThrowsAsync<DbUpdateConcurrencyException>(() => context.SaveAsync(isBulk: false, isAsync, Token));
        DbUpdateConcurrencyException bulk = await Assert.ThrowsAsync<DbUpdateConcurrencyException>(() => context.SaveAsync(isBulk: true, isAsync, Token));

        Assert.Null(plain.InnerException);
        BulkConcurrencyException inside = Assert.IsType<BulkConcurrencyException>(bulk.InnerException);
        Assert.Equal((BulkOutcome.Nothing, false, plain.Message), (inside.Outcome, inside.IsTransient, bulk.Message));
        Assert.Same(tickets[70], Assert.Single(bulk.Entries).Entity);
        Assert.Same(tickets[70], Assert.Single(inside.Entries).Entity);
    }

    [Theory]
    [InlineData(AutoTransactionBehavior.WhenNeeded, BulkOutcome.Unknown, true)]
    [InlineData(AutoTransactionBehavior.WhenNeeded, BulkOutcome.Unknown, false)]
    [InlineData(AutoTransactionBehavior.Always, BulkOutcome.Nothing, true)]
    [InlineData(AutoTransactionBehavior.Always, BulkOutcome.Nothing, false)]
    public async Task A_lost_answer_to_a_statement_that_commits_by_itself_leaves_the_outcome_unknown(AutoTransactionBehavior transactions, BulkOutcome outcome, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 1);
        OnceBefore trouble = new("UPDATE ", command => Trouble.KillAsync(command, database)) { IsArmed = true };
        await using ModelContext context = database.Context(o => o.UseMySqlBulk().AddInterceptors(trouble));
        context.Database.AutoTransactionBehavior = transactions;
        (await context.Set<Ticket>().SingleAsync(Token)).Score = 7;

        DbUpdateException failed = await Assert.ThrowsAsync<DbUpdateException>(() => context.SaveAsync(isBulk: true, isAsync, Token));

        BulkException inside = Assert.IsAssignableFrom<BulkException>(failed.InnerException);
        Assert.Equal((outcome, true), (inside.Outcome, inside.IsTransient));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_execution_strategy_around_BulkSaveChanges_finds_the_drivers_exception(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        BeforeStatement trouble = new(1, command => Trouble.SignalAsync(command, 1213));
        await using ModelContext context = database.Context(o => o
            .UseMySql(database.ConnectionString, database.Server.Version, mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(20), null))
            .UseMySqlBulk().AddInterceptors(trouble));
        context.AddRange(Tickets.New(100));
        int tries = 0;

        await context.Database.CreateExecutionStrategy().ExecuteAsync(async token =>
        {
            tries++;
            await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(token);
            await context.SaveAsync(isBulk: true, isAsync, token);
            await transaction.CommitAsync(token);
        }, Token);

        Assert.Equal(2, tries);
        Assert.Equal(100, (await Tickets.StoredAsync(database)).Count);
    }

    // A port on which nothing listens.
    private static ModelContext Unreachable(TestDatabase database)
    {
        DbConnectionStringBuilder settings = new() { ConnectionString = database.ConnectionString };
        settings["Port"] = 1;
        return database.Context(o => o.UseMySql(settings.ConnectionString, database.Server.Version).UseMySqlBulk());
    }

    private static async Task<BulkException> FailureAsync(ModelContext context, CallKind call, bool isAsync)
    {
        List<Ticket> tickets = Tickets.New(3);
        if (call == CallKind.SaveChanges)
        {
            context.AddRange(tickets);
            DbUpdateException outer = await Assert.ThrowsAsync<DbUpdateException>(() => context.SaveAsync(isBulk: true, isAsync, Token));
            return Assert.IsAssignableFrom<BulkException>(outer.InnerException);
        }

        return await Assert.ThrowsAnyAsync<BulkException>(() => (call, isAsync) switch
        {
            (CallKind.Insert, _) => context.InsertAsync(isAsync, tickets),
            (CallKind.InsertOrUpdate, true) => context.BulkInsertOrUpdateAsync(tickets, cancellationToken: Token),
            (CallKind.InsertOrUpdate, false) => Task.FromResult(context.BulkInsertOrUpdate(tickets)),
            (CallKind.Execute, true) => context.BulkExecuteRawAsync(tickets, "UPDATE tickets SET Score = {0}", t => t.Score, cancellationToken: Token),
            (CallKind.Execute, false) => Task.FromResult(context.BulkExecuteRaw(tickets, "UPDATE tickets SET Score = {0}", t => t.Score)),
            (CallKind.Explain, true) => context.ExplainBulkInsertAsync(tickets, cancellationToken: Token),
            (CallKind.Explain, false) => Task.FromResult(context.ExplainBulkInsert(tickets)),
            (CallKind.Read, true) => context.Set<Ticket>().BulkReadAsync([1L, 2L], cancellationToken: Token),
            _ => Task.FromResult(context.Set<Ticket>().BulkRead([1L, 2L])),
        });
    }
}
