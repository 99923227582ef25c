using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;

/// <summary>One pipelined call through a proxy, and what must be true whatever happens to it.</summary>
internal sealed class Trial : IAsyncDisposable
{
    /// <summary>Settings for connections whose packets the proxy can read, and whose end the server sees.</summary>
    public const string Plain = "SslMode=Disabled;Pooling=False";

    private const string UpdateOne = "UPDATE tickets SET Name = {0}, Score = {1} WHERE Id = {2}";

    // A hang must fail the test, not block the test run.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    private readonly Job _job;
    private readonly List<(long Id, int Token, string Name, double Score)> _before;

    private Trial(Job job, TestDatabase database, FaultProxy proxy, List<Ticket> tickets, List<(long, int, string, double)> before, ModelContext context)
    {
        _job = job;
        _before = before;
        Database = database;
        Proxy = proxy;
        Tickets = tickets;
        Context = context;
    }

    public TestDatabase Database { get; }

    public FaultProxy Proxy { get; }

    public List<Ticket> Tickets { get; }

    /// <summary>Its connection is open before the call and stays open, so that any damage to it shows afterwards.</summary>
    public ModelContext Context { get; }

    public BulkStrategy Strategy => _job switch
    {
        Job.InsertLists => BulkStrategy.PreparedMultiRow,
        Job.UpdateLists => BulkStrategy.ValuesJoin,
        _ => BulkStrategy.PipelinedArrayBatch,
    };

    /// <summary>The connection that the rows of the last run went over.</summary>
    public ProxyLink Pipeline => Proxy.Pipelines.Last();

    public static async Task<Trial> BeginAsync(
        Servers servers, ServerKind kind, Job job, int rows, FaultPolicy? policy = null, ServerOptions? options = null, string more = "", Action<DbContextOptionsBuilder>? configure = null)
    {
        TestDatabase database = await Support.Model.Tickets.EmptyAsync(servers, kind, options);
        List<Ticket> tickets = await Support.Model.Tickets.ForAsync(OperationOf(job), database, rows);
        FaultProxy proxy = new(database.ConnectionString, policy);
        ModelContext context = database.Context(proxy, $"{Plain};{more}", configure);
        await context.Database.OpenConnectionAsync();
        return new(job, database, proxy, tickets, await Support.Model.Tickets.StoredAsync(database), context);
    }

    /// <summary>Runs the batch; ends in time, whatever the network does.</summary>
    public async Task<BulkResult> RunAsync(bool isAsync = true, TimeSpan? timeout = null, CancellationToken token = default)
    {
        Task<BulkResult> run = Task.Run(() => StartAsync(isAsync, timeout, token), CancellationToken.None);
        if (await Task.WhenAny(run, Task.Delay(Patience, CancellationToken.None)) == run)
            return await run;
        Assert.Fail($"{_job} hangs, isAsync {isAsync}. Seen on the way: {string.Join("; ", Proxy.Links)}");
        return null!;
    }

    /// <summary>Runs the batch, which must fail and store nothing.</summary>
    public async Task<T> FailsAsync<T>(bool isAsync = true, TimeSpan? timeout = null, CancellationToken token = default)
        where T : Exception
    {
        T failure = await Assert.ThrowsAnyAsync<T>(() => RunAsync(isAsync, timeout, token));
        Assert.Equal(_before, await Support.Model.Tickets.StoredAsync(Database));
        return failure;
    }

    /// <summary>Fails unless the batch is stored as a whole. Rows with an unknown outcome did not get their keys.</summary>
    public async Task IsStoredAsync()
    {
        bool hasKeys = Tickets[0].Id != 0;
        Assert.Equal(
            Support.Model.Tickets.After(OperationOf(_job), Tickets).OrderBy(ticket => ticket.Token),
            (await Support.Model.Tickets.StoredAsync(Database)).Select(ticket => hasKeys ? ticket : ticket with { Id = 0 }).OrderBy(ticket => ticket.Token));
    }

    /// <summary>Whether the batch is stored as a whole or not at all; fails if it is stored in part.</summary>
    public async Task<bool> IsWholeOrNothingAsync()
    {
        if ((await Support.Model.Tickets.StoredAsync(Database)).SequenceEqual(_before))
            return false;
        await IsStoredAsync();
        return true;
    }

    /// <summary>Fails if the first rows of the batch are still locked, at the moment when the call has returned. The server's list of transactions would be older.</summary>
    public async Task HoldsNoLockAsync()
        => await Database.ExecuteAsync([.. ((int[])[1, 2, 3, 10, 49]).Select(token => $"SELECT Id FROM tickets FORCE INDEX (IX_tickets_Token) WHERE Token = {token} FOR UPDATE NOWAIT")]);

    /// <summary>Fails unless the context works as if nothing had happened, or after it was opened again, and the server no longer serves any of our connections once it is closed.</summary>
    public async Task LeavesNothingBehindAsync(bool runsAgain = true)
    {
        await OrdinaryQueries.GetTheirOwnAnswersAsync(Context);
        if (runsAgain)
        {
            Assert.Equal(Strategy, (await RunAsync()).Strategy);
            await IsStoredAsync();
        }
        await Context.Database.CloseConnectionAsync();
        await Threads.GoneAsync(Database, Proxy.Links);
    }

    public async ValueTask DisposeAsync()
    {
        // This comes first, because a hanging call would keep the context.
        await Proxy.DisposeAsync();
        await Context.DisposeAsync();
        await Database.DisposeAsync();
    }

    private static Operation OperationOf(Job job) => job switch
    {
        Job.Insert or Job.InsertLists => Operation.Insert,
        Job.Delete => Operation.Delete,
        _ => Operation.Update,
    };

    private async Task<BulkResult> StartAsync(bool isAsync, TimeSpan? timeout, CancellationToken token)
    {
        bool isOfLists = _job is Job.InsertLists or Job.UpdateLists;
        int? batchRows = isOfLists ? 100 : null;
        BulkInsertOptions insert = new() { Strategy = Strategy, Pipelining = BulkPipelining.Always, BatchRows = batchRows, Timeout = timeout };
        BulkUpdateOptions<Ticket> update = new() { Strategy = Strategy, Pipelining = BulkPipelining.Always, BatchRows = batchRows, Timeout = timeout };
        BulkDeleteOptions delete = new() { Strategy = Strategy, Timeout = timeout };
        BulkExecuteOptions execute = new() { Strategy = Strategy, Timeout = timeout };
        return (_job, isAsync) switch
        {
            (Job.Insert or Job.InsertLists, true) => await Context.BulkInsertAsync(Tickets, insert, token),
            (Job.Insert or Job.InsertLists, false) => Context.BulkInsert(Tickets, insert),
            (Job.Update or Job.UpdateLists, true) => await Context.BulkUpdateAsync(Tickets, update, token),
            (Job.Update or Job.UpdateLists, false) => Context.BulkUpdate(Tickets, update),
            (Job.Delete, true) => await Context.BulkDeleteAsync(Tickets, delete, token),
            (Job.Delete, false) => Context.BulkDelete(Tickets, delete),
            (_, true) => await Context.BulkExecuteRawAsync(Tickets, UpdateOne, t => (t.Name, t.Score, t.Id), execute, token),
            _ => Context.BulkExecuteRaw(Tickets, UpdateOne, t => (t.Name, t.Score, t.Id), execute),
        };
    }
}
