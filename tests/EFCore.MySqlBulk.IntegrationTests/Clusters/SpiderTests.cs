#if !CONNECTORNET
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>Every call on a table of Spider, whose rows are on three other servers, against the same call on a plain table: rows, keys and results.</summary>
[OnlyInFullRuns("Spider is an engine that few have.")]
public sealed class SpiderTests(SpiderCluster cluster) : IClassFixture<SpiderCluster>
{
    private const int Rows = 3_000;

    /// <summary>The calls that do the same.</summary>
    public enum Same
    {
        Insert,
        InsertStream,
        InsertWithKeys,
        InsertRowByRow,
        Update,
        UpdateRowByRow,
        Delete,
        DeleteByKey,
        DeleteOneRow,
        SaveChanges,
        Read,
    }

    /// <summary>The calls that are refused.</summary>
    public enum Refused
    {
        DeleteByKeyList,
        DeleteRowByRow,
        InsertOrUpdate,
        InsertIfAbsent,
        Synchronize,
        Execute,
    }

    public static MatrixTheoryData<Same, BulkPipelining, bool> Possible => new(Enum.GetValues<Same>(), [BulkPipelining.Never, BulkPipelining.Always], [true, false]);

    public static MatrixTheoryData<Refused, bool> Impossible => new(Enum.GetValues<Refused>(), [true, false]);

    [Theory]
    [MemberData(nameof(Possible))]
    public async Task A_call_does_what_it_does_on_a_plain_table(Same call, BulkPipelining pipelining, bool isInTransaction)
    {
        List<string> done = [];
        foreach (bool onBackends in new[] { false, true })
        {
            await using TestDatabase database = await cluster.TicketsAsync(onBackends);
            List<Ticket> stored = await StoredRowsAsync(database);
            await using ModelContext context = database.Context(options => options.UseMySqlBulk());
            await using IDbContextTransaction? transaction = isInTransaction ? await context.Database.BeginTransactionAsync(Token) : null;
            string told = await RunAsync(call, context, pipelining, stored);
            if (transaction is not null)
                await transaction.CommitAsync(Token);
            done.Add($"{told}\n{string.Join('\n', await Tickets.StoredAsync(database))}");
        }

        Assert.Equal(done[0], done[1]);
    }

    [Theory]
    [MemberData(nameof(Impossible))]
    public async Task What_cannot_be_right_is_refused_by_name_and_leaves_nothing(Refused call, bool isInTransaction)
    {
        await using TestDatabase database = await cluster.TicketsAsync(onBackends: true);
        List<Ticket> stored = await StoredRowsAsync(database);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        await using ModelContext context = database.Context();
        await using IDbContextTransaction? transaction = isInTransaction ? await context.Database.BeginTransactionAsync(Token) : null;

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => RunAsync(call, context, stored));

        Assert.Contains(
            call switch
            {
                Refused.DeleteByKeyList or Refused.DeleteRowByRow => "set Strategy = BulkStrategy.ValuesJoin",
                // Spider sends its backend a join that it has made from the look-up, and that is wrong.
                Refused.InsertIfAbsent => "Unknown column",
                _ => "takes calls that need no savepoints between statements",
            },
            refused.Message, StringComparison.Ordinal);
        if (transaction is null)
            Assert.Equal(BulkOutcome.Nothing, refused.Outcome);
        // What the message says of the caller's transaction holds whatever the caller does.
        if (transaction is not null && refused is { Outcome: BulkOutcome.Nothing, TransactionLost: false })
            await transaction.CommitAsync(Token);
        else if (transaction is not null)
            await Record.ExceptionAsync(() => transaction.RollbackAsync(Token));
        Assert.Equal(before, await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(BulkPipelining.Never, true)]
    [InlineData(BulkPipelining.Never, false)]
    [InlineData(BulkPipelining.Always, true)]
    [InlineData(BulkPipelining.Always, false)]
    public async Task A_refused_row_leaves_nothing_and_the_same_call_works_without_it(BulkPipelining pipelining, bool isInTransaction)
    {
        await using TestDatabase database = await cluster.TicketsAsync(onBackends: true);
        await StoredRowsAsync(database);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        List<Ticket> rows = Tickets.New(Rows, Rows + 1);
        rows.ForEach(row => row.Id = row.Token);
        rows[2_500].Id = 17;
        await using ModelContext context = database.Context();
        await using (IDbContextTransaction? transaction = isInTransaction ? await context.Database.BeginTransactionAsync(Token) : null)
        {
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(rows, new() { Pipelining = pipelining }, Token));
            Assert.Equal((1062, BulkOutcome.Nothing), (refused.ErrorNumber, refused.Outcome));
            Assert.True(refused.RowIndex is null or 2_500, refused.Message);
            if (transaction is not null && !refused.TransactionLost)
                await transaction.CommitAsync(Token);
        }

        Assert.Equal(before, await Tickets.StoredAsync(database));
        rows[2_500].Id = rows[2_500].Token;
        Assert.Equal(Rows, (await context.BulkInsertAsync(rows, new() { Pipelining = pipelining }, Token)).RowsInserted);
        Assert.Equal(2 * Rows, (await Tickets.StoredAsync(database)).Count);
    }

    private static async Task<List<Ticket>> StoredRowsAsync(TestDatabase database)
    {
        List<Ticket> stored = Tickets.New(Rows);
        stored.ForEach(ticket => ticket.Id = ticket.Token);
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(stored, cancellationToken: Token);
        stored.ForEach(ticket => (ticket.Name, ticket.Score) = ($"changed {ticket.Token}", -ticket.Token));
        return stored;
    }

    private static async Task<string> RunAsync(Same call, ModelContext context, BulkPipelining pipelining, List<Ticket> stored)
    {
        List<Ticket> rows = [.. Tickets.New(Rows, Rows + 1)];
        List<Ticket> half = [.. stored.Take(Rows / 2)];
        switch (call)
        {
            case Same.Insert:
                return Told(await context.BulkInsertAsync(rows, new() { Pipelining = pipelining }, Token), rows);
            case Same.InsertStream:
                return Told(await context.BulkInsertAsync(rows.Select(row => row), new() { Pipelining = pipelining }, Token), rows);
            case Same.InsertWithKeys:
                rows.ForEach(row => row.Id = row.Token * 2);
                return Told(await context.BulkInsertAsync(rows, new() { Pipelining = pipelining }, Token), rows);
            case Same.InsertRowByRow:
                return Told(await context.BulkInsertAsync(rows, new() { Pipelining = BulkPipelining.Never, Strategy = BulkStrategy.RowByRow }, Token), rows);
            case Same.Update:
                return Told(await context.BulkUpdateAsync(stored, new() { Pipelining = pipelining }, Token), []);
            case Same.UpdateRowByRow:
                return Told(await context.BulkUpdateAsync(stored, new() { Pipelining = BulkPipelining.Never, Strategy = BulkStrategy.RowByRow }, Token), []);
            case Same.Delete:
                return Told(await context.BulkDeleteAsync(half, new() { Pipelining = pipelining }, Token), []);
            case Same.DeleteByKey:
                return Told(await context.Set<Ticket>().BulkDeleteByKeyAsync(half.Select(row => row.Id).ToList(), new BulkDeleteOptions { Pipelining = pipelining }, Token), []);
            case Same.DeleteOneRow:
                return Told(await context.BulkDeleteAsync(half.Take(1).ToList(), new() { Pipelining = BulkPipelining.Never, Strategy = BulkStrategy.ValuesJoin }, Token), []);
            case Same.SaveChanges:
                context.AddRange(rows);
                return $"{await context.BulkSaveChangesAsync(Token)} {string.Join(',', rows.Select(row => row.Id))}";
            default:
                return string.Join(',', (await context.Set<Ticket>().BulkReadAsync(stored.Select(row => row.Id).Append(-1L), new() { Pipelining = pipelining }, Token)).Select(row => row?.Name));
        }
    }

    private static Task<BulkResult> RunAsync(Refused call, ModelContext context, List<Ticket> stored)
    {
        List<Ticket> half = [.. stored.Take(Rows / 2)];
        List<Ticket> mixed = [.. half, .. Tickets.New(Rows / 2, Rows + 1)];
        return call switch
        {
            Refused.DeleteByKeyList => context.BulkDeleteAsync(half, new() { Strategy = BulkStrategy.KeyList }, Token),
            Refused.DeleteRowByRow => context.BulkDeleteAsync(half, new() { Strategy = BulkStrategy.RowByRow }, Token),
            Refused.InsertOrUpdate => context.BulkInsertOrUpdateAsync(mixed, cancellationToken: Token),
            Refused.InsertIfAbsent => context.BulkInsertIfAbsentAsync(mixed, new() { Match = row => row.Token }, Token),
            Refused.Synchronize => context.BulkSynchronizeAsync(mixed, new() { WholeTable = true }, Token),
            _ => context.BulkExecuteAsync(stored, row => $"UPDATE tickets SET Name = {row.Name} WHERE Id = {row.Id}", new() { Pipelining = BulkPipelining.Never }, Token),
        };
    }

    private static string Told(BulkResult result, List<Ticket> rows)
        => $"{result.RowsInserted} {result.RowsUpdated} {result.RowsUnchanged} {result.RowsDeleted} {result.RowsAffected} {string.Join(',', rows.Select(row => row.Id))}";
}
#endif
