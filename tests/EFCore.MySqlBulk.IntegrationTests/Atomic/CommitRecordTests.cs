using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Atomic;

/// <summary>A call's own transaction records that it is committed, which settles a <c>COMMIT</c> without an answer whatever the call wrote.</summary>
[BothServers]
public abstract class CommitRecordTests(Servers servers, ServerKind kind)
{
    private const int Rows = 40;

    /// <summary>The calls, of which only the first one's rows could tell by themselves.</summary>
    public enum Written
    {
        Insert,
        Update,
        UpdateOfOneRow,
        DeleteOfUnknownRows,
        InsertOrUpdate,
        Synchronize,
        Execute,
    }

    public static MatrixTheoryData<Written, bool> Calls => new(Enum.GetValues<Written>(), [true, false]);

    [Theory]
    [MemberData(nameof(Calls))]
    public async Task A_commit_whose_answer_is_lost_is_known_to_be_stored(Written call, bool isAsync)
    {
        await using TestDatabase database = await StoredRowsAsync();
        await using FaultProxy proxy = new(database.ConnectionString, OnCommit(toServer: false));
        await using ModelContext context = Recording(database, proxy);

        BulkResult result = await RunAsync(context, call, isAsync);

        Assert.NotEmpty(result.Reason);
        Assert.Equal(await AfterAsync(call, isAsync), await Tickets.StoredAsync(database));
    }

    [Theory]
    [MemberData(nameof(Calls))]
    public async Task A_commit_that_never_arrived_is_known_to_have_stored_nothing_and_the_same_call_works(Written call, bool isAsync)
    {
        await using TestDatabase database = await StoredRowsAsync();
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        await using FaultProxy proxy = new(database.ConnectionString, OnCommit(toServer: true));
        await using ModelContext context = Recording(database, proxy);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => RunAsync(context, call, isAsync));

        Assert.Equal((BulkOutcome.Nothing, true), (failure.Outcome, failure.TransactionLost));
        Assert.Equal(before, await Tickets.StoredAsync(database));
        await RunAsync(context, call, isAsync);
        // Generated keys that were rolled back are not given again.
        Assert.Equal((await AfterAsync(call, isAsync)).Select(WithoutKey), (await Tickets.StoredAsync(database)).Select(WithoutKey));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_retrying_strategy_makes_such_a_call_again(bool isAsync)
    {
        await using TestDatabase database = await StoredRowsAsync();
        await using FaultProxy proxy = new(database.ConnectionString, OnCommit(toServer: true));
        await using ModelContext context = database.Context(options => options
            .UseMySql(proxy.ConnectionString(database.ConnectionString, Trial.Plain), database.Server.Version, mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(20), [0]))
            .UseMySqlBulk(bulk => bulk.DecisionTable(Decisions.Table).RecordCommits()));

        await RunAsync(context, Written.Update, isAsync);

        Assert.Equal(await AfterAsync(Written.Update, isAsync), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Calls_that_follow_each_other_share_one_row_also_after_failures(bool isAsync)
    {
        await using TestDatabase database = await StoredRowsAsync();
        await using ModelContext context = database.Context(Record);
        for (int call = 0; call < 5; call++)
        {
            await RunAsync(context, Written.Update, isAsync);
            await RunAsync(context, Written.Execute, isAsync);
            List<Ticket> twice = [.. Tickets.New(2, 1_000 + call), .. Tickets.New(1)];
            twice[2].Id = 1;
            Assert.Equal(BulkOutcome.Nothing, (await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, twice))).Outcome);
        }

        Assert.Equal(1, await Decisions.CountAsync(database));
    }

    [Fact]
    public async Task Calls_at_the_same_time_have_a_row_each_and_do_not_wait_for_each_other()
    {
        const int Writers = 6;
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);

        await Task.WhenAll(Enumerable.Range(0, Writers).Select(writer => Task.Run(
            async () =>
            {
                await using ModelContext context = database.Context(Record);
                for (int call = 0; call < 20; call++)
                    await context.BulkInsertAsync(Tickets.New(5, 1 + (100 * writer) + (5 * call)), cancellationToken: Token);
            },
            Token)));

        Assert.Equal(Writers * 100, (await Tickets.StoredAsync(database)).Count);
        Assert.InRange(await Decisions.CountAsync(database), 1, Writers);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_row_that_recovery_has_deleted_is_written_anew(bool isAsync)
    {
        await using TestDatabase database = await StoredRowsAsync();
        await using ModelContext context = database.Context(Record);
        await RunAsync(context, Written.Update, isAsync);

        Assert.Empty(await context.EndAsync(isAsync, TimeSpan.Zero));
        Assert.Equal(0, await Decisions.CountAsync(database));

        await RunAsync(context, Written.Update, isAsync);
        Assert.Equal(1, await Decisions.CountAsync(database));
    }

    [Fact]
    public async Task In_a_transaction_of_the_callers_nothing_is_recorded()
    {
        await using TestDatabase database = await StoredRowsAsync();
        await using ModelContext context = database.Context(Record);
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);

        await RunAsync(context, Written.Update, isAsync: true);
        await transaction.CommitAsync(Token);

        Assert.Equal(0, await Decisions.CountAsync(database));
    }

    [Fact]
    public async Task A_table_that_is_missing_is_named_before_anything_is_sent()
    {
        await using TestDatabase database = await StoredRowsAsync();
        await database.ExecuteAsync($"DROP TABLE {Decisions.Table}");
        await using ModelContext context = database.Context(Record);
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => RunAsync(context, Written.Insert, isAsync: true));
        Assert.Contains("RecordCommits()) needs the table 'bulk_decisions', which does not exist", refused.Message, StringComparison.Ordinal);
        Assert.Equal(Rows, (await Tickets.StoredAsync(database)).Count);

        await using ModelContext nameless = database.Context(options => options.UseMySqlBulk(bulk => bulk.RecordCommits()));
        ArgumentException unnamed = await Assert.ThrowsAsync<ArgumentException>(() => RunAsync(nameless, Written.Insert, isAsync: true));
        Assert.Contains("DecisionTable(…)", unnamed.Message, StringComparison.Ordinal);
    }

    private static void Record(DbContextOptionsBuilder options) => options.UseMySqlBulk(bulk => bulk.DecisionTable(Decisions.Table).RecordCommits());

    private static ModelContext Recording(TestDatabase database, FaultProxy proxy) => database.Context(proxy, Trial.Plain, Record);

    // The first COMMIT on its way to the server, or the answer to it.
    private static FaultPolicy OnCommit(bool toServer)
    {
        int happened = 0;
        return new()
        {
            OnPacket = (link, packet) => packet.ToServer == toServer && link.LastCommand == CommandCode.Query && IsCommit(toServer ? packet.Text : link.Queries.Last())
                && Interlocked.Exchange(ref happened, 1) == 0 ? Fault.ResetBefore : Fault.None,
        };
    }

    private static bool IsCommit(string query) => query.Length < 10 && query.EndsWith("COMMIT", StringComparison.OrdinalIgnoreCase);

    private async Task<TestDatabase> StoredRowsAsync()
    {
        TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Tickets.New(Rows), cancellationToken: Token);
        return database;
    }

    // What the same call stores where nothing fails.
    private async Task<List<(long Id, int Token, string Name, double Score)>> AfterAsync(Written call, bool isAsync)
    {
        await using TestDatabase database = await StoredRowsAsync();
        await using ModelContext context = database.Context();
        await RunAsync(context, call, isAsync);
        return await Tickets.StoredAsync(database);
    }

    private static (int Token, string Name, double Score) WithoutKey((long Id, int Token, string Name, double Score) ticket) => (ticket.Token, ticket.Name, ticket.Score);

    private static async Task<BulkResult> RunAsync(ModelContext context, Written call, bool isAsync)
    {
        List<Ticket> stored = [.. Tickets.New(Rows).Select(ticket => new Ticket { Id = ticket.Token, Token = ticket.Token, Name = $"changed {ticket.Token}", Score = -1 })];
        List<Ticket> mixed = [.. stored.Take(10), .. Tickets.New(10, Rows + 1)];
        return call switch
        {
            Written.Insert => await context.InsertAsync(isAsync, Tickets.New(10, Rows + 1)),
            Written.Update => await context.UpdateAsync(isAsync, stored, new() { BatchRows = 15 }),
            Written.UpdateOfOneRow => await context.UpdateAsync(isAsync, stored.Take(1).ToList()),
            Written.DeleteOfUnknownRows => await context.DeleteAsync(isAsync, stored.Take(5).Append(new Ticket { Id = 9_999 }).ToList(), new() { NotFound = NotFoundRows.Ignore }),
            Written.InsertOrUpdate => await context.InsertOrUpdateAsync(isAsync, mixed, new() { Match = ticket => ticket.Token }),
            Written.Synchronize => await context.SynchronizeAsync(isAsync, mixed, new() { Match = ticket => ticket.Token, WholeTable = true }),
            _ => await context.BulkExecuteAsync(stored, ticket => $"UPDATE tickets SET Name = {ticket.Name} WHERE Id = {ticket.Id}", cancellationToken: Token),
        };
    }
}
