using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sharding;

/// <summary>Shards on two servers that commit together: all of a call is stored, or nothing.</summary>
[BothServers]
public abstract class AtomicShardTests(Servers servers, ServerKind kind)
{
    private const int Rows = 6_000;

    [Theory]
    [InlineData(true, true)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(false, false)]
    public async Task Rows_are_stored_changed_and_deleted(bool isAsync, bool isList)
    {
        await using AtomicSet set = await AtomicSet.CreateAsync(servers, kind);
        await using BulkShards<ModelContext, int> shards = set.Open();
        List<Ticket> tickets = Tickets.New(Rows, 0);

        BulkResult inserted = await AtomicSet.InsertAsync(shards, isAsync, isList ? tickets : tickets.Where(_ => true));
        Assert.Equal((Rows, true), (inserted.RowsInserted, inserted.IsAtomic));
        Assert.Equal(Tickets.Values(tickets).OrderBy(ticket => ticket.Token), await set.StoredAsync());

        tickets.ForEach(ticket => ticket.Score = -ticket.Token);
        BulkResult updated = isAsync ? await shards.BulkUpdateAsync(tickets, cancellationToken: Token) : shards.BulkUpdate(tickets);
        Assert.Equal(Rows, updated.RowsUpdated);
        Assert.Equal(Tickets.Values(tickets).OrderBy(ticket => ticket.Token), await set.StoredAsync());

        List<Ticket> mixed = [.. Tickets.New(Rows, Rows), .. tickets.Take(300)];
        mixed.ForEach(ticket => ticket.Name = $"mixed {ticket.Token}");
        BulkInsertOrUpdateOptions<Ticket> byToken = new() { Match = ticket => ticket.Token };
        BulkResult either = isAsync ? await shards.BulkInsertOrUpdateAsync(mixed, byToken, Token) : shards.BulkInsertOrUpdate(mixed, byToken);
        Assert.Equal((Rows, 300), (either.RowsInserted, either.RowsUpdated));
        Assert.Equal(Tickets.Values([.. mixed.Take(Rows), .. tickets]).OrderBy(ticket => ticket.Token), await set.StoredAsync());

        BulkResult deleted = isAsync ? await shards.BulkDeleteAsync(mixed, cancellationToken: Token) : shards.BulkDelete(mixed);
        Assert.Equal(mixed.Count, deleted.RowsDeleted);
        Assert.Equal(Rows - 300, (await set.StoredAsync()).Count);
        await set.NothingIsLeftAsync();
    }

    [Theory]
    [InlineData(0, true, true)]
    [InlineData(1, false, false)]
    [InlineData(2, true, false)]
    [InlineData(2, false, true)]
    public async Task A_refused_row_leaves_nothing_in_any_shard_and_the_same_call_works_without_it(int shard, bool isAsync, bool isList)
    {
        await using AtomicSet set = await AtomicSet.CreateAsync(servers, kind);
        await using BulkShards<ModelContext, int> shards = set.Open();
        List<Ticket> tickets = Tickets.New(Rows, 0);
        int last = tickets.FindLastIndex(ticket => ticket.Token % AtomicSet.Count == shard);
        tickets[last].Token = shard;

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => AtomicSet.InsertAsync(shards, isAsync, isList ? tickets : tickets.Where(_ => true)));

        Assert.Equal((BulkOutcome.Nothing, 1062, last), (failure.Outcome, failure.ErrorNumber, failure.RowIndex));
        Assert.Empty(await set.StoredAsync());
        await set.NothingIsLeftAsync();
        tickets.ForEach(ticket => ticket.Id = 0);
        tickets[last].Token = (AtomicSet.Count * Rows) + shard;
        Assert.Equal(Rows, (await AtomicSet.InsertAsync(shards, isAsync, tickets)).RowsInserted);
        Assert.Equal(Tickets.Values(tickets).OrderBy(ticket => ticket.Token), await set.StoredAsync());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_deadlock_of_one_shard_is_made_again(bool isAsync)
    {
        BeforeStatement trouble = new(2, command => Trouble.SignalAsync(command, 1213));
        await using AtomicSet set = await AtomicSet.CreateAsync(servers, kind);
        await using BulkShards<ModelContext, int> shards = set.Open(null, (number, options) => number == 1 ? options.AddInterceptors(trouble) : options);
        List<Ticket> tickets = Tickets.New(900, 0);

        BulkResult done = await AtomicSet.InsertAsync(shards, isAsync, tickets, 100);

        Assert.Equal((900L, 5), (done.RowsInserted, trouble.Seen));
        Assert.Equal(Tickets.Values(tickets).OrderBy(ticket => ticket.Token), await set.StoredAsync());
        await set.NothingIsLeftAsync();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_cancelled_call_leaves_nothing(bool isAsync)
    {
        await using AtomicSet set = await AtomicSet.CreateAsync(servers, kind);
        await using BulkShards<ModelContext, int> shards = set.Open();
        using CancellationTokenSource cancel = new();
        IEnumerable<Ticket> tickets = Tickets.New(Rows, 0).Select(ticket =>
        {
            if (ticket.Token == Rows / 2 && isAsync)
                cancel.Cancel();
            return ticket.Token == Rows / 2 && !isAsync ? throw new NotSupportedException("no more rows") : ticket;
        });

        Exception? failure = await Record.ExceptionAsync(() => isAsync ? shards.BulkInsertAsync(tickets, cancellationToken: cancel.Token) : Task.Run(() => shards.BulkInsert(tickets)));

        Assert.True(isAsync ? failure is OperationCanceledException : failure is NotSupportedException, failure?.ToString());
        Assert.Empty(await set.StoredAsync());
        await set.NothingIsLeftAsync();
    }

    [Fact]
    public async Task What_is_not_possible_is_refused_by_name()
    {
        await using AtomicSet set = await AtomicSet.CreateAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(300, 0);

        await using (BulkShards<ModelContext, int> shards = set.Open())
        {
            await using IDbContextTransaction transaction = await shards.Context(1).Database.BeginTransactionAsync(Token);
            Assert.Contains("a shard's context has a transaction of its own", await RefusedAsync(shards, tickets), StringComparison.Ordinal);
        }

        await using (BulkShards<ModelContext, int> shards = set.Open())
        {
            shards.Context(2).Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
            Assert.Contains("AutoTransactionBehavior.Never", await RefusedAsync(shards, tickets), StringComparison.Ordinal);
        }

        await using (BulkShards<ModelContext, int> shards = set.Open(null, (_, options) => options.UseMySqlBulk(bulk => bulk.Connections(2))))
            Assert.Contains("several Connections", await RefusedAsync(shards, tickets), StringComparison.Ordinal);

        await using (BulkShards<ModelContext, int> shards = new BulkShards<ModelContext, int>(shard => set.Databases[shard].Context()).Map<Ticket>(ticket => ticket.Token % AtomicSet.Count).Atomic(0))
            Assert.Contains("BulkShards.Atomic needs a table", (await Assert.ThrowsAsync<ArgumentException>(() => AtomicSet.InsertAsync(shards, isAsync: true, tickets))).Message, StringComparison.Ordinal);

        await using (BulkShards<ModelContext, int> shards = new(shard => set.Databases[shard].Context()))
            await Assert.ThrowsAsync<InvalidOperationException>(() => shards.FindUnfinishedBulkCallsAsync(AtomicSet.Numbers, Token));

        Assert.Empty(await set.StoredAsync());
        await set.NothingIsLeftAsync();
    }

    private static async Task<string> RefusedAsync(BulkShards<ModelContext, int> shards, List<Ticket> tickets)
        => (await Assert.ThrowsAsync<InvalidOperationException>(() => AtomicSet.InsertAsync(shards, isAsync: true, tickets))).Message;
}
