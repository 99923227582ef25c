using System.Data;
using System.Linq.Expressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>The rows of a query are moved to another table in batches. A row is in one of the tables, whatever happens.</summary>
[BothServers]
public abstract class MoveToTests(Servers servers, ServerKind kind)
{
    private const int BatchRows = 50;

    private static readonly DateTime Now = new(2026, 5, 4, 3, 2, 1, DateTimeKind.Unspecified);

    private static readonly Expression<Func<Visit, ArchivedVisit>> Row = visit => new() { Id = visit.Id, Site = visit.Site, At = visit.At, Path = visit.Path, ArchivedAt = Now, CheckedAt = Now };

    public static TheoryData<int, bool, bool> Cases { get; } =
    [
        .. from statement in Enumerable.Range(1, 18)
           from isAnswer in new[] { true, false }
           from isAsync in new[] { true, false }
           select (statement, isAnswer, isAsync),
    ];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(7, true)]
    [InlineData(100, false)]
    [InlineData(100_000, true)]
    public async Task Each_row_is_moved_as_it_is(int batchRows, bool isAsync)
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind);
        await using ModelContext context = database.Context();
        DateTime cutoff = Visits.After(400);
        IQueryable<Visit> old = context.Set<Visit>().Where(visit => visit.At < cutoff);
        List<ArchivedVisit> expected = await old.OrderBy(visit => visit.Id).Select(Row).ToListAsync(Token);

        BulkMoveToOptions<Visit> options = new() { Walk = visit => visit.At, BatchRows = batchRows, BatchTime = Visits.Patience };
        BulkResult done = isAsync ? await old.BulkMoveToAsync(Row, options, Token) : old.BulkMoveTo(Row, options);

        Assert.Equal(expected.Select(ArchivedVisits.Values), (await ArchivedVisits.StoredAsync(database)).Select(ArchivedVisits.Values));
        Assert.Equal(Enumerable.Range(401, 600).Select(id => (long)id), await Visits.StoredAsync(database));
        Assert.Equal((400, 400, 0, 0, (400 + batchRows - 1) / batchRows), (done.RowsMoved, done.RowsAffected, done.RowsInserted, done.RowsDeleted, done.Portions));
        Assert.StartsWith("400 rows moved", done.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task All_batches_in_one_transaction()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind);
        await using ModelContext context = database.Context();
        BulkMoveToOptions<Visit> whole = new() { BatchRows = BatchRows, BatchTime = Visits.Patience, Transaction = BulkQueryTransaction.Whole };
        await using (IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(IsolationLevel.RepeatableRead, Token))
        {
            Assert.Equal(500, (await Even(context).BulkMoveToAsync(Row, whole, Token)).RowsMoved);
            await transaction.RollbackAsync(Token);
        }

        Assert.Empty(await ArchivedVisits.StoredAsync(database));
        await using (await context.Database.BeginTransactionAsync(IsolationLevel.ReadCommitted, Token))
            Assert.Contains("at READ COMMITTED, in which the rows that are copied could be changed", (await Assert.ThrowsAsync<InvalidOperationException>(() => Even(context).BulkMoveToAsync(Row, whole, Token))).Message, StringComparison.Ordinal);

        BulkResult done = await Even(context).BulkMoveToAsync(Row, whole, Token);
        Assert.Equal((500, 10, true), (done.RowsMoved, done.Portions, done.IsAtomic));
        Assert.Equal(500, (await ArchivedVisits.StoredAsync(database)).Count);
    }

    // The transaction has read the rows of the first batch before others changed those of the next ones.
    [Fact]
    public async Task All_batches_in_one_transaction_beside_writers()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, 200);
        await using ModelContext context = database.Context();
        ProgressReports changes = new([], report =>
        {
            if (report.RowCount == BatchRows)
                database.ExecuteAsync("UPDATE visits SET Path = 'changed' WHERE Id = 150").Wait(Token);
        });

        BulkResult done = await Even(context).BulkMoveToAsync(Row, new() { BatchRows = BatchRows, BatchTime = Visits.Patience, Transaction = BulkQueryTransaction.Whole, Progress = changes }, Token);

        Assert.Equal(100, done.RowsMoved);
        Assert.Equal("changed", (await ArchivedVisits.StoredAsync(database)).Single(visit => visit.Id == 150).Path);
    }

    // Otherwise a change after the copy would be deleted with the row.
    [Fact]
    public async Task Rows_are_locked_from_the_copy_on()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind);
        List<int> refused = [];
        await using ModelContext context = database.Context(options => options.AddInterceptors(new BeforeStatement(_ => true, async command =>
        {
            if (!command.CommandText.StartsWith("DELETE", StringComparison.Ordinal))
                return;
            await using ModelContext other = database.Context();
            refused.Add(Trouble.Number(await Record.ExceptionAsync(() => other.Database.ExecuteSqlRawAsync("SET SESSION innodb_lock_wait_timeout = 1; UPDATE visits SET Path = 'changed' WHERE Id = 60", Token))));
        })));
        // The server's default at which nothing would be locked.
        await context.Database.OpenConnectionAsync(Token);
        await context.Database.ExecuteSqlRawAsync("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", Token);

        await context.Set<Visit>().Where(visit => visit.Id <= 100).BulkMoveToAsync(Row, new() { BatchRows = 100, BatchTime = Visits.Patience }, Token);

        Assert.Equal([1205], refused);
        Assert.Equal("/59", (await ArchivedVisits.StoredAsync(database)).Single(visit => visit.Id == 60).Path);
    }

    [Theory]
    [InlineData("ALTER TABLE archived_visits MODIFY At DATETIME(0) NOT NULL", "UPDATE visits SET At = '2026-01-01 00:00:00.25' WHERE Id = 222")]
    [InlineData("CREATE TRIGGER lowered BEFORE INSERT ON archived_visits FOR EACH ROW SET NEW.url = IF(NEW.Id = 222, UPPER(CONCAT(NEW.url, 'x')), NEW.url)", "DO 0")]
    [InlineData("CREATE TRIGGER lowered BEFORE INSERT ON archived_visits FOR EACH ROW SET NEW.url = UPPER(NEW.url)", "UPDATE visits SET Path = 'small' WHERE Id = 222")]
    public async Task Rows_that_would_be_changed_on_the_way_stay(string change, string rows)
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind);
        await database.ExecuteAsync(change, rows);
        await using ModelContext context = database.Context();

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => Even(context).BulkMoveToAsync(Row, new() { BatchRows = BatchRows, BatchTime = Visits.Patience }, Token));

        Assert.Equal((BulkOutcome.Some, 100), (failure.Outcome, failure.RowsAffected));
        Assert.Contains("50 rows were copied, and 49 of them are stored as they were: a column or a trigger of the other table changes values", failure.Message, StringComparison.Ordinal);
        Assert.Equal([200L], failure.LastKey);
        Assert.Equal(100, (await ArchivedVisits.StoredAsync(database)).Count);
        Assert.Equal(900, (await Visits.StoredAsync(database)).Count);
    }

    [Fact]
    public async Task A_value_of_its_own_for_each_statement_is_told()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, 100);
        // Connector/NET translates the time in whole seconds.
        await database.ExecuteAsync("CREATE TRIGGER slow BEFORE INSERT ON archived_visits FOR EACH ROW BEGIN IF NEW.Id = 2 THEN DO SLEEP(1.1); END IF; END");
        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => Even(database.Context()).BulkMoveToAsync(visit => new ArchivedVisit { Id = visit.Id, Site = visit.Site, Path = visit.Path, At = visit.At, ArchivedAt = DateTime.UtcNow, CheckedAt = Now }, cancellationToken: Token));
        Assert.Contains("or the row has a value that the server calculates anew each time, such as DateTime.UtcNow", failure.Message, StringComparison.Ordinal);
        Assert.Equal(100, (await Visits.StoredAsync(database)).Count);
    }

    [Fact]
    public async Task Without_the_key_nothing_could_be_compared()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, 10);
        InvalidOperationException refusal = await Assert.ThrowsAsync<InvalidOperationException>(() => Even(database.Context()).BulkMoveToAsync(visit => new ArchivedVisit { Path = visit.Path }, cancellationToken: Token));
        Assert.Contains("leaves out the primary key of 'ArchivedVisit'", refusal.Message, StringComparison.Ordinal);
    }

    // Each command of the first three batches: the transaction's beginning, the search, the copy, the comparison, the delete, the commit.
    [Theory]
    [MemberData(nameof(Cases))]
    public async Task The_connection_is_lost_at_a_command(int statement, bool isAnswer, bool isAsync)
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, 8 * BatchRows);
        await using FaultProxy proxy = new(database.ConnectionString, WalkFaults.LosesAt(statement, isAnswer));
        await using ModelContext context = database.Context(proxy, "SslMode=Disabled");

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => MoveAsync(context, isAsync, null));

        long moved = await CheckAsync(database);
        Assert.InRange(moved - failure.RowsAffected, 0, failure.Outcome == BulkOutcome.Unknown ? BatchRows : 0);
        Assert.Equal(0, moved % BatchRows);
        Assert.Equal(failure.RowsAffected == 0 ? [] : [2 * failure.RowsAffected], failure.LastKey);
        await using ModelContext again = database.Context();
        BulkResult rest = await MoveAsync(again, isAsync, failure.LastKey.Count == 0 ? null : failure.LastKey);
        Assert.Equal((4 * BatchRows) - moved, rest.RowsMoved);
        Assert.Equal(4 * BatchRows, await CheckAsync(database));
    }

    private static async Task<BulkResult> MoveAsync(ModelContext context, bool isAsync, IReadOnlyList<object?>? after)
    {
        BulkMoveToOptions<Visit> options = new() { BatchRows = BatchRows, BatchTime = Visits.Patience, After = after };
        return isAsync ? await Even(context).BulkMoveToAsync(Row, options, Token) : Even(context).BulkMoveTo(Row, options);
    }

    // Every row is in one of the tables, and as it was.
    private static async Task<long> CheckAsync(TestDatabase database)
    {
        List<ArchivedVisit> archived = await ArchivedVisits.StoredAsync(database);
        Assert.Equal(Enumerable.Range(1, 8 * BatchRows).Select(id => (long)id), (await Visits.StoredAsync(database)).Concat(archived.Select(visit => visit.Id)).Order());
        Assert.Equal(archived.Select(visit => (visit.Id, $"/{visit.Id - 1}", (int)((visit.Id - 1) % 7), Now)), archived.Select(visit => (visit.Id, visit.Path, visit.Site, visit.ArchivedAt)));
        return archived.Count;
    }

    private static IQueryable<Visit> Even(ModelContext context) => context.Set<Visit>().Where(visit => visit.Id % 2 == 0);
}
