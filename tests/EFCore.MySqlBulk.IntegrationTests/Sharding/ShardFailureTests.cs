using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sharding;

/// <summary>What a failure of one shard leaves in all of them, and what the exception says.</summary>
[BothServers]
public abstract class ShardFailureTests(Servers servers, ServerKind kind)
{
    private const int Databases = 3;

    [Theory]
    [InlineData(0, true, true)]
    [InlineData(1, false, true)]
    [InlineData(2, true, true)]
    [InlineData(0, false, false)]
    [InlineData(1, true, false)]
    [InlineData(2, false, false)]
    public async Task A_refused_row_leaves_nothing_in_any_shard(int shard, bool isAsync, bool isList)
    {
        await using Set set = await CreateAsync();
        List<Ticket> tickets = Tickets.New(9_000, 0);
        int last = tickets.FindLastIndex(ticket => ticket.Token % Databases == shard);
        await Tickets.SeedAsync(set.Databases[shard], 1, tickets[last].Token);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => set.InsertAsync(isAsync, isList ? tickets : tickets.Where(_ => true)));

        Assert.Equal((BulkOutcome.Nothing, 1062, last, 0L), (failure.Outcome, failure.ErrorNumber, failure.RowIndex, failure.RowsAffected));
        Assert.Equal(Enumerable.Range(0, Databases).Select(each => new BulkShardOutcome(each, BulkOutcome.Nothing, 0)), failure.Shards.OrderBy(each => each.Shard));
        Assert.StartsWith($"Shard '{shard}': The server refused row {last} of 'Ticket': ", failure.Message, StringComparison.Ordinal);
        if (isList)
            Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
        Assert.Equal(1, await set.CountAsync());

        tickets[last].Token = 100_000 + shard - (100_000 % Databases);
        Assert.Equal(9_000, (await set.InsertAsync(isAsync, Renewed(tickets))).RowsInserted);
        Assert.Equal(9_001, await set.CountAsync());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_missed_row_is_named_by_its_position(bool isAsync)
    {
        await using Set set = await CreateAsync();
        List<Ticket> tickets = Tickets.New(900, 0);
        await set.InsertAsync(isAsync, tickets);
        tickets.ForEach(ticket => ticket.Name = "changed");
        tickets[601].Id += 10_000;

        BulkConcurrencyException failure = await Assert.ThrowsAsync<BulkConcurrencyException>(
            () => isAsync ? set.Shards.BulkUpdateAsync(tickets, cancellationToken: Token) : Task.Run(() => set.Shards.BulkUpdate(tickets)));

        Assert.Equal([601], failure.RowIndexes);
        Assert.Equal((BulkOutcome.Nothing, Databases), (failure.Outcome, failure.Shards.Count));
        Assert.Contains("(position 601 of the rows given)", failure.Message, StringComparison.Ordinal);
        foreach (TestDatabase database in set.Databases)
            Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'changed'"));
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, true)]
    [InlineData(2, true)]
    [InlineData(2, false)]
    public async Task A_commit_that_fails_leaves_the_shards_before_it_and_says_which_rows(int shard, bool isAsync)
    {
        await using Set set = await CreateAsync((number, options) => number == shard ? options.AddInterceptors(new ThrowingTransactions(afterCommit: false)) : options);
        List<Ticket> tickets = Tickets.New(300, 0);

        Exception failure = await Assert.ThrowsAnyAsync<Exception>(() => set.InsertAsync(isAsync, tickets));

        int[] stored = [.. Enumerable.Range(0, 300).Where(i => tickets[i].Token % Databases < shard)];
        Assert.Equal(stored.Length, await set.CountAsync());
        Assert.Equal(stored, Enumerable.Range(0, 300).Where(i => tickets[i].Id != 0));
        if (shard == 0)
        {
            Assert.IsType<NotSupportedException>(failure);
            return;
        }

        BulkOperationException said = Assert.IsType<BulkOperationException>(failure);
        Assert.Equal((BulkOutcome.Some, (long)stored.Length), (said.Outcome, said.RowsAffected));
        Assert.Equal(stored, said.StoredRowIndexes);
        Assert.Equal(Enumerable.Range(0, Databases).Select(each => new BulkShardOutcome(each, each < shard ? BulkOutcome.All : BulkOutcome.Nothing, each < shard ? 100 : 0)), said.Shards);
        Assert.Contains("Other shards do not have the outcome Nothing: '0' (All, 100 rows)", said.Message, StringComparison.Ordinal);

        await using BulkShards<ModelContext, int> again = set.New();
        await again.BulkInsertAsync(tickets.Where((_, i) => !said.StoredRowIndexes.Contains(i)).ToList(), cancellationToken: Token);
        Assert.Equal(300, await set.CountAsync());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_deadlock_of_one_shard_is_made_again_and_the_others_wait(bool isAsync)
    {
        BeforeStatement trouble = new(2, command => Trouble.SignalAsync(command, 1213));
        await using Set set = await CreateAsync((number, options) => number == 1 ? options.AddInterceptors(trouble) : options);
        List<Ticket> tickets = Tickets.New(900, 0);
        BulkResult done = await set.InsertAsync(isAsync, tickets, 100);
        Assert.Equal((900L, 5), (done.RowsInserted, trouble.Seen));
        for (int shard = 0; shard < Databases; shard++)
            Assert.Equal(Tickets.Values(tickets.Where(ticket => ticket.Token % Databases == shard)), await Tickets.StoredAsync(set.Databases[shard]));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(false, false)]
    public async Task A_shard_whose_server_is_away_ends_the_call(bool isAsync, bool isList)
    {
        RunningServer server = await servers.OfAsync(kind);
        await using Set set = await CreateAsync((number, options) => number == 1 ? options.UseMySql(server.ConnectionString("away", "Port=1;Connection Timeout=5"), server.Version) : options);
        List<Ticket> tickets = Tickets.New(30_000, 0);
        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
            () => set.InsertAsync(isAsync, isList ? tickets : tickets.Where(_ => true)).WaitAsync(TimeSpan.FromSeconds(60), Token));
        Assert.Equal(BulkOutcome.Nothing, failure.Outcome);
        Assert.StartsWith("Shard '1': ", failure.Message, StringComparison.Ordinal);
        Assert.Equal((0L, 0L), (await set.Databases[0].CountAsync("SELECT COUNT(*) FROM tickets"), await set.Databases[2].CountAsync("SELECT COUNT(*) FROM tickets")));
    }

    [Fact]
    public async Task In_transactions_of_the_caller_a_failure_takes_back_what_the_call_did()
    {
        await using Set set = await CreateAsync();
        List<IDbContextTransaction> transactions = [];
        for (int shard = 0; shard < Databases; shard++)
            transactions.Add(await set.Shards.Context(shard).Database.BeginTransactionAsync(Token));
        await set.InsertAsync(isAsync: true, Tickets.New(30, 0));
        List<Ticket> more = Tickets.New(31, 60);
        more[30].Token = 61;
        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => set.InsertAsync(isAsync: true, more));
        Assert.Equal((BulkOutcome.Nothing, 30), (failure.Outcome, failure.RowIndex));
        foreach (IDbContextTransaction transaction in transactions)
            await transaction.CommitAsync(Token);
        Assert.Equal(30, await set.CountAsync());
    }

    private static List<Ticket> Renewed(IEnumerable<Ticket> tickets) => [.. tickets.Select(ticket => new Ticket { Token = ticket.Token, Name = ticket.Name, Score = ticket.Score })];

    private async Task<Set> CreateAsync(Func<int, DbContextOptionsBuilder, DbContextOptionsBuilder>? configure = null)
    {
        RunningServer server = await servers.OfAsync(kind);
        List<TestDatabase> databases = [];
        for (int i = 0; i < Databases; i++)
            databases.Add(await server.CreateAsync(Tickets.Model));
        return new(databases, configure);
    }

    private sealed class Set : IAsyncDisposable
    {
        public Set(List<TestDatabase> databases, Func<int, DbContextOptionsBuilder, DbContextOptionsBuilder>? configure)
        {
            Databases = databases;
            Shards = Map(new(shard => databases[shard].Context(options => configure?.Invoke(shard, options))));
        }

        public List<TestDatabase> Databases { get; }

        public BulkShards<ModelContext, int> Shards { get; }

        /// <summary>The same shards, without any trouble.</summary>
        public BulkShards<ModelContext, int> New() => Map(new(shard => Databases[shard].Context()));

        public Task<BulkResult> InsertAsync(bool isAsync, IEnumerable<Ticket> tickets, int? batchRows = null)
            => isAsync ? Shards.BulkInsertAsync(tickets, new() { BatchRows = batchRows }, Token) : Task.Run(() => Shards.BulkInsert(tickets, new() { BatchRows = batchRows }));

        public async Task<long> CountAsync()
        {
            long count = 0;
            foreach (TestDatabase database in Databases)
                count += await database.CountAsync("SELECT COUNT(*) FROM tickets");
            return count;
        }

        public async ValueTask DisposeAsync()
        {
            await Shards.DisposeAsync();
            foreach (TestDatabase database in Databases)
                await database.DisposeAsync();
        }

        private static BulkShards<ModelContext, int> Map(BulkShards<ModelContext, int> shards) => shards.Map<Ticket>(ticket => ticket.Token % ShardFailureTests.Databases);
    }
}
