using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Portions;

/// <summary>Calls that commit their rows in portions, and end well.</summary>
[BothServers]
public abstract class PortionTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(Operation.Insert, 100, true)]
    [InlineData(Operation.Insert, 100, false)]
    [InlineData(Operation.Insert, 300, true)]
    [InlineData(Operation.Insert, 1_000, false)]
    [InlineData(Operation.Update, 100, true)]
    [InlineData(Operation.Update, 130, false)]
    [InlineData(Operation.Delete, 100, false)]
    [InlineData(Operation.Delete, 130, true)]
    public async Task Each_portion_is_committed_by_itself_and_the_result_is_that_of_the_call(Operation operation, int size, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 300);
        SeenCommits commits = new(database);
        Progress progress = new();
        await using ModelContext context = database.Context(options => options.AddInterceptors(commits));

        BulkResult result = await RunAsync(context, operation, isAsync, tickets, size, progress);

        int portions = (300 + size - 1) / size;
        Assert.Equal((300, portions, portions), (result.RowsAffected, result.Portions, commits.Rows.Count));
        Assert.Contains("(CommitRows)", result.ToString(), StringComparison.Ordinal);
        Assert.Equal(Tickets.After(operation, tickets), await Tickets.StoredAsync(database));
        Assert.Equal(300, progress.All[^1].RowCount);
        Assert.All(progress.All, each => Assert.Equal(300, each.TotalRowCount));
        Assert.Equal(progress.All.OrderBy(each => each.RowCount), progress.All);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_portion_of_one_row_is_a_transaction_of_one_row(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(5);
        await using ModelContext context = database.Context();

        BulkResult result = await context.InsertAsync(isAsync, tickets, new() { CommitRows = 1 });

        Assert.Equal((5, 5), (result.RowsInserted, result.Portions));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_stream_is_read_once_and_a_portion_ahead_at_most(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(1_000);
        int read = 0;
        List<(int Read, long Stored)> seen = [];
        await using ModelContext context = database.Context();
        IEnumerable<Ticket> stream = tickets.Where(_ => ++read > 0);
        Progress progress = new() { Seen = stored => seen.Add((read, stored)) };

        BulkResult result = isAsync
            ? await context.BulkInsertAsync(Slowly(stream), new() { CommitRows = 100, Progress = progress }, Token)
            : context.BulkInsert(stream, new() { CommitRows = 100, Progress = progress });

        Assert.Equal((1_000, 1_000, 10), (result.RowsInserted, read, result.Portions));
        // A portion, a row that shows whether more follow, and the one that a stream is read ahead.
        Assert.All(seen, each => Assert.InRange(each.Read - each.Stored, 0, 102));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task No_rows_are_no_portions(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();

        BulkResult result = await context.InsertAsync(isAsync, Tickets.New(3).Where(_ => false), new() { CommitRows = 10 });

        Assert.Equal((0, "no rows", BulkStrategy.None), (result.Portions, result.Reason, result.Strategy));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_and_entities_are_those_of_SaveChanges_for_each_portion(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using TestDatabase other = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(250);
        List<Ticket> saved = Tickets.New(250);
        foreach (Ticket[] portion in saved.Chunk(100))
        {
            await using ModelContext saving = other.Context();
            saving.AddRange(portion);
            await saving.SaveChangesAsync(Token);
        }

        await using ModelContext context = database.Context();
        context.AddRange(tickets);
        await context.InsertAsync(isAsync, tickets, new() { CommitRows = 100 });

        Assert.Equal(saved.Select(t => t.Token), tickets.Select(t => t.Token));
        Assert.All(tickets, ticket => Assert.Equal(EntityState.Unchanged, context.Entry(ticket).State));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        Assert.Equal((await Tickets.StoredAsync(other)).Select(row => (row.Token, row.Name, row.Score)), (await Tickets.StoredAsync(database)).Select(row => (row.Token, row.Name, row.Score)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_that_are_looked_up_are_counted_over_all_portions(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.SeedAsync(database, 150);
        tickets.ForEach(ticket => ticket.Name = "changed");
        tickets.AddRange(Tickets.New(150, 151));
        await using ModelContext context = database.Context();

        BulkResult stored = await context.InsertOrUpdateAsync(isAsync, tickets, new() { CommitRows = 70 });
        List<Ticket> all = [.. tickets, .. Tickets.New(20, 301)];
        BulkResult absent = await context.InsertIfAbsentAsync(isAsync, all, new() { CommitRows = 70 });

        Assert.Equal((150, 150, 5), (stored.RowsInserted, stored.RowsUpdated, stored.Portions));
        Assert.Equal((20, 300, 5), (absent.RowsInserted, absent.RowsUnchanged, absent.Portions));
        Assert.Equal(Tickets.Values(tickets), (await Tickets.StoredAsync(database)).Take(300));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Statements_are_run_for_all_rows_and_bare_keys_are_deleted(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.SeedAsync(database, 50);
        await using ModelContext context = database.Context();
        int[] tokens = [.. Enumerable.Range(1, 70)];
        BulkExecuteOptions options = new() { CommitRows = 20, ReturnAffected = true };

        BulkResult executed = isAsync
            ? await context.BulkExecuteAsync(tokens, token => $"UPDATE tickets SET Score = Score + 1 WHERE Token = {token}", options, Token)
            : context.BulkExecute(tokens, token => $"UPDATE tickets SET Score = Score + 1 WHERE Token = {token}", options);
        long[] keys = [.. tickets.Select(ticket => ticket.Id)];
        BulkResult deleted = isAsync
            ? await context.Set<Ticket>().BulkDeleteByKeyAsync(keys, new BulkDeleteOptions { CommitRows = 20 }, Token)
            : context.Set<Ticket>().BulkDeleteByKey(keys, new BulkDeleteOptions { CommitRows = 20 });

        Assert.Equal((70, 50, 4), (executed.Executions, executed.RowsAffected, executed.Portions));
        Assert.Equal([.. Enumerable.Repeat(1, 50), .. Enumerable.Repeat(0, 20)], executed.AffectedByRow);
        Assert.Equal((50, 3), (deleted.RowsDeleted, deleted.Portions));
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Hooks_run_once_for_each_row_and_unmodified_rows_keep_their_positions(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 100);
        int ran = 0;
        await using ModelContext context = database.Context(options => options.UseMySqlBulk(bulk => bulk.BeforeUpdate<Ticket>((_, _) => ran++)));
        List<Ticket> tickets = await context.Set<Ticket>().OrderBy(ticket => ticket.Token).ToListAsync(Token);
        foreach (Ticket ticket in tickets.Where(ticket => ticket.Token % 2 == 0 && ticket.Token > 20))
            ticket.Name = "changed";

        BulkResult result = await context.UpdateAsync(isAsync, tickets, new() { CommitRows = 20, OnlyModified = true });

        Assert.Equal((40, 40, 4), (result.RowsUpdated, ran, result.Portions));

        tickets[3].Name = "changed";
        tickets[85].Token = tickets[1].Token;
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.UpdateAsync(isAsync, tickets, new() { CommitRows = 20, OnlyModified = true }));
        Assert.Equal((85, BulkOutcome.Some, 80), (refused.RowIndex, refused.Outcome, refused.RowsAffected));
    }

    [Fact]
    public async Task An_explanation_says_that_rows_are_committed_in_portions()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();

        BulkExplanation explanation = await context.ExplainBulkInsertAsync(Tickets.New(300), new BulkInsertOptions { CommitRows = 100 }, Token);

        Assert.Contains("committed in portions of at most 100 rows", explanation.Reason, StringComparison.Ordinal);
        Assert.Equal(300, explanation.RowCount);
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_cannot_be_right_in_portions_is_refused_before_anything_is_sent(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(3);

        await RefusedAsync<ArgumentException>(() => context.InsertAsync(isAsync, tickets, new() { CommitRows = 0 }), "1 or more");
        await RefusedAsync<ArgumentException>(() => context.InsertAsync(isAsync, tickets, new() { CommitRows = 10, IncludeGraph = true }), "IncludeGraph");
        await RefusedAsync<ArgumentException>(() => context.InsertOrUpdateAsync(isAsync, tickets, new() { CommitRows = 10, Duplicates = DuplicateRows.LastWins }), "Duplicates");
        await RefusedAsync<ArgumentException>(() => context.InsertIfAbsentAsync(isAsync, tickets, new() { CommitRows = 10, Duplicates = DuplicateRows.LastWins }), "Duplicates");
        await using (await context.Database.BeginTransactionAsync(Token))
            await RefusedAsync<InvalidOperationException>(() => context.InsertAsync(isAsync, tickets, new() { CommitRows = 10 }), "transaction");
        context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
        await RefusedAsync<InvalidOperationException>(() => context.InsertAsync(isAsync, tickets, new() { CommitRows = 10 }), "AutoTransactionBehavior");

        Assert.Empty(await Tickets.StoredAsync(database));
    }

    private static async Task RefusedAsync<T>(Func<Task> call, string name)
        where T : Exception
        => Assert.Contains(name, (await Assert.ThrowsAsync<T>(call)).Message, StringComparison.Ordinal);

    private static Task<BulkResult> RunAsync(ModelContext context, Operation operation, bool isAsync, List<Ticket> tickets, int size, Progress progress) => operation switch
    {
        Operation.Insert => context.InsertAsync(isAsync, tickets, new() { CommitRows = size, BatchRows = 20, Progress = progress }),
        Operation.Update => context.UpdateAsync(isAsync, tickets, new() { CommitRows = size, BatchRows = 20, Progress = progress }),
        _ => context.DeleteAsync(isAsync, tickets, new() { CommitRows = size, BatchRows = 20, Progress = progress }),
    };

    private static async IAsyncEnumerable<Ticket> Slowly(IEnumerable<Ticket> rows)
    {
        foreach (Ticket row in rows)
        {
            await Task.Yield();
            yield return row;
        }
    }

    private sealed class Progress : IProgress<BulkProgress>
    {
        public List<BulkProgress> All { get; } = [];

        public Action<long>? Seen { get; init; }

        public void Report(BulkProgress value)
        {
            Seen?.Invoke(value.RowCount - (value.RowCount % 100 == 0 ? 100 : value.RowCount % 100));
            All.Add(value);
        }
    }
}
