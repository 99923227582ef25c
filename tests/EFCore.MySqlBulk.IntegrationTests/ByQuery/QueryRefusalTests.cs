using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>Queries, options and surroundings that would do something else than is meant are refused before anything is sent.</summary>
public sealed class QueryRefusalTests(Servers servers) : IAsyncLifetime
{
    private TestDatabase _database = null!;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => _database = await Visits.CreateAsync(servers, ServerKind.MySql, 100);

    public async ValueTask DisposeAsync()
    {
        Assert.Equal(100, (await Visits.StoredAsync(_database)).Count);
        await _database.DisposeAsync();
    }

    [Fact]
    public async Task No_condition()
    {
        await RefusedAsync("has no condition, so it names every row. Add Where(…), or set WholeTable = true.", set => set);
        await RefusedAsync("has no condition", set => set.AsNoTracking().IgnoreQueryFilters().TagWith("all").OfType<Visit>());
        await RefusedAsync("has no condition", set => from visit in set select visit);
        await RefusedAsync("has no condition", set => set.Where(visit => visit.Id < 50).Union(set));
    }

    // Each batch would get others, in place of those that the batches before it have deleted.
    [Fact]
    public async Task A_part_of_the_same_rows()
    {
        await using ModelContext context = _database.Context();
        IQueryable<long> newest = context.Set<Visit>().OrderByDescending(visit => visit.Id).Select(visit => visit.Id).Take(10);
        await RefusedAsync("has Take in a part of its own that reads rows which BulkExecuteDelete changes", set => set.Join(set.OrderBy(visit => visit.At).Take(10), visit => visit.Id, other => other.Id, (visit, _) => visit));
        await RefusedAsync("has Take in a part", set => set.Where(visit => set.OrderBy(other => other.At).Take(10).Any(other => other.Id == visit.Id)));
        await RefusedAsync(context, "has Take in a part", set => set.Where(visit => newest.Any(id => id == visit.Id)));
        await RefusedAsync("has Skip in a part", set => set.AsSplitQuery().Where(visit => visit.Id < 50).Concat(set.AsNoTracking().OrderBy(visit => visit.At).Skip(10)));
        await RefusedAsync("has SQL with LIMIT that reads rows which BulkExecuteDelete changes", set => set.FromSqlRaw("SELECT * FROM visits ORDER BY At limit 10"));
        await RefusedAsync("has SQL with LIMIT", set => set.Where(visit => set.FromSql($"SELECT * FROM `visits` ORDER BY `At` LIMIT {10}").Any(other => other.Id == visit.Id)));
    }

    [Fact]
    public async Task An_order_or_a_part()
    {
        await RefusedAsync("has OrderBy, but rows are walked in the order of the primary key", set => set.Where(visit => visit.Id < 50).OrderBy(visit => visit.At));
        await RefusedAsync("has Take, which each batch would apply anew", set => set.Where(visit => visit.Id < 50).Take(10));
        await RefusedAsync("has Skip", set => set.Where(visit => visit.Id < 50).OrderBy(visit => visit.At).Skip(10));
    }

    [Fact]
    public async Task Columns_that_give_no_order()
    {
        await RefusedAsync("Walk names 'Length', which may be null", set => set.Where(visit => visit.Id < 50), new() { Walk = visit => visit.Length });
        await RefusedAsync("no index in the model of 'Visit' has these columns in this order", set => set.Where(visit => visit.Id < 50), new() { Walk = visit => visit.Path });
        await RefusedAsync("no index in the model of 'Visit'", set => set.Where(visit => visit.Id < 50), new() { Walk = visit => new { visit.At, visit.Site } });
        await RefusedAsync("Walk is", set => set.Where(visit => visit.Id < 50), new() { Walk = visit => visit.Id + 1 }, typeof(ArgumentException));
    }

    [Fact]
    public async Task Wrong_options()
    {
        await RefusedAsync("BatchRows is 0", set => set.Where(visit => visit.Id < 50), new() { BatchRows = 0 }, typeof(ArgumentException));
        await RefusedAsync("BatchTime is", set => set.Where(visit => visit.Id < 50), new() { BatchTime = TimeSpan.Zero }, typeof(ArgumentException));
        await RefusedAsync("Pause is", set => set.Where(visit => visit.Id < 50), new() { Pause = TimeSpan.FromSeconds(-1) }, typeof(ArgumentException));
        await RefusedAsync("Timeout is", set => set.Where(visit => visit.Id < 50), new() { Timeout = TimeSpan.Zero }, typeof(ArgumentException));
        await RefusedAsync("MaxReplicaLag is 00:00:00; it must be above zero", set => set.Where(visit => visit.Id < 50), new() { MaxReplicaLag = TimeSpan.Zero, Replicas = ["Server=replica"] }, typeof(ArgumentException));
        await RefusedAsync("MaxReplicaLag and Replicas belong together", set => set.Where(visit => visit.Id < 50), new() { MaxReplicaLag = TimeSpan.FromSeconds(1) }, typeof(ArgumentException));
        await RefusedAsync("MaxReplicaLag and Replicas belong together", set => set.Where(visit => visit.Id < 50), new() { Replicas = ["Server=replica"] }, typeof(ArgumentException));
        await RefusedAsync("MaxRunningThreads is 0; it must be 1 or more", set => set.Where(visit => visit.Id < 50), new() { MaxRunningThreads = 0 }, typeof(ArgumentException));
        await RefusedAsync("MaxWait is 00:00:00; it must be above zero", set => set.Where(visit => visit.Id < 50), new() { MaxWait = TimeSpan.Zero }, typeof(ArgumentException));
        await RefusedAsync("so it cannot wait for MaxReplicaLag or MaxRunningThreads", set => set.Where(visit => visit.Id < 50), new() { MaxRunningThreads = 10, Transaction = BulkQueryTransaction.Whole });
        await RefusedAsync("After has 2 values, and the rows are walked by 1: Id", set => set.Where(visit => visit.Id < 50), new() { After = [1, 2] }, typeof(ArgumentException));
        await RefusedAsync("After has 'x' for 'Id', which is a Int64", set => set.Where(visit => visit.Id < 50), new() { After = ["x"] }, typeof(ArgumentException));
    }

    [Fact]
    public async Task Changes_that_are_not_saved()
    {
        await using ModelContext context = _database.Context();
        Visit visit = await context.Set<Visit>().FirstAsync(Token);
        visit.Path = "changed";
        await RefusedAsync(context, "The context has changes of 'Visit' that are not saved", set => set.Where(each => each.Id < 50));
    }

    [Fact]
    public async Task A_transaction_of_the_callers()
    {
        await using ModelContext context = _database.Context();
        await using (await context.Database.BeginTransactionAsync(Token))
            await RefusedAsync(context, "BulkExecuteDelete commits each batch, which is not possible in your transaction", set => set.Where(visit => visit.Id < 50));
        await RefusedAsync("an execution strategy of yours would run those that are committed again", set => set.Where(visit => visit.Id < 50), inStrategy: true);
    }

    [Fact]
    public async Task A_query_of_something_else()
    {
        await using ModelContext context = _database.Context();
        Assert.Contains("needs a query of EF Core", (await Assert.ThrowsAsync<ArgumentException>(() => new List<Visit>().AsQueryable().BulkExecuteDeleteAsync(cancellationToken: Token))).Message, StringComparison.Ordinal);
        await RefusedAsync("is not an entity type in the model", _ => context.Set<Visit>().Select(visit => visit.Path).Where(path => path != ""));
    }

    private async Task RefusedAsync<TEntity>(string message, Func<DbSet<Visit>, IQueryable<TEntity>> query, BulkExecuteDeleteOptions<TEntity>? options = null, Type? type = null, bool inStrategy = false)
        where TEntity : class
    {
        await using ModelContext context = _database.Context(builder => builder.UseMySql(_database.ConnectionString, _database.Server.Version, mysql => mysql.EnableRetryOnFailure()));
        if (inStrategy)
            await context.Database.CreateExecutionStrategy().ExecuteAsync(() => RefusedAsync(context, message, query, options, type));
        else
            await RefusedAsync(context, message, query, options, type);
    }

    private static async Task RefusedAsync<TEntity>(DbContext context, string message, Func<DbSet<Visit>, IQueryable<TEntity>> query, BulkExecuteDeleteOptions<TEntity>? options = null, Type? type = null)
        where TEntity : class
    {
        Exception? asynchronous = await Record.ExceptionAsync(() => query(context.Set<Visit>()).BulkExecuteDeleteAsync(options, Token));
        Exception? synchronous = Record.Exception(() => query(context.Set<Visit>()).BulkExecuteDelete(options));
        Assert.Equal(type ?? typeof(InvalidOperationException), asynchronous?.GetType());
        Assert.Contains(message, asynchronous!.Message, StringComparison.Ordinal);
        Assert.Equal(asynchronous.Message, synchronous?.Message);
    }
}
