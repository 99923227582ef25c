using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Rejecting;

/// <summary>Rows whose values do not fit the model's columns go in statements of their own, and the server decides what becomes of them.</summary>
[BothServers]
public abstract class DoubtfulRowsTests(Servers servers, ServerKind kind)
{
    private const int Rows = 3_000;
    private const string TooLong = "much too long a name";

    // At the ends, next to each other, and apart.
    private static readonly int[] Doubtful = [0, 1, 2, 400, 999, 1_000, 2_000, Rows - 2, Rows - 1];

    // What does not fit, and the server's number.
    private static readonly (Action<Applicant> Spoil, int Error)[] Misfits =
    [
        (row => row.Name = TooLong, 1406),
        (row => row.Name = null!, 1048),
        (row => row.Fee = -1_000, 1264),
    ];

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Nothing_else_is_sent_again(bool isAsync)
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using FaultProxy proxy = new(database.ConnectionString);
        List<Applicant> rows = Applicants.New(Rows, _ => false);
        for (int i = 0; i < Doubtful.Length; i++)
            Misfits[i % Misfits.Length].Spoil(rows[Doubtful[i]]);
        await using ModelContext context = database.Context(proxy, Trial.Plain);
        // The first call of a table verifies keys.
        await context.BulkInsertAsync(Applicants.New(Rows, _ => false), cancellationToken: Token);
        await database.ExecuteAsync("DELETE FROM applicants");
        BulkInsertOptions options = new() { Rejected = RejectedRows.Collect() };
        BulkResult? result = null;

        string[] sent = await proxy.SentAsync(async () => result = isAsync ? await context.BulkInsertAsync(rows, options, Token) : await Task.Run(() => context.BulkInsert(rows, options), Token));

        Assert.Equal(Doubtful.Select((row, i) => (row, Misfits[i % Misfits.Length].Error)), result!.Rejected.Select(row => (row.RowIndex, row.ErrorNumber)));
        Assert.Equal(Rows - Doubtful.Length, result.RowsInserted);
        Assert.Contains(sent, query => query.Contains(TooLong, StringComparison.Ordinal));
        Assert.DoesNotContain(sent, query => query.Contains("ROLLBACK TO", StringComparison.Ordinal));
        await Applicants.AreStoredAsync(database, rows.Except(result.Rejected.Select(row => (Applicant)row.Row)));
    }

    [Fact]
    public async Task The_table_may_take_more_than_the_model_says()
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await database.ExecuteAsync("ALTER TABLE applicants MODIFY Name VARCHAR(30), MODIFY Fee DECIMAL(9,2) NOT NULL");
        await using ModelContext context = database.Context();
        List<Applicant> rows = Applicants.New(Rows, _ => false);
        foreach (int at in Doubtful)
            rows[at].Name = TooLong;
        rows[700].Fee = 50_000;
        // The first one with a code is stored, whichever is doubtful.
        rows[1_500].Code = rows[400].Code;
        rows[999].Code = rows[10].Code;

        BulkResult result = await context.BulkInsertAsync(rows, new() { Rejected = RejectedRows.Collect() }, Token);

        Assert.Equal([(999, 1062), (1_500, 1062)], result.Rejected.Select(row => (row.RowIndex, row.ErrorNumber)));
        await Applicants.AreStoredAsync(database, rows.Where((_, i) => i is not (999 or 1_500)));
    }

    [Theory]
    [InlineData(50)]
    [InlineData(7)]
    public async Task Beside_rows_that_are_refused_for_what_the_model_does_not_know(int distance)
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Applicant> rows = Applicants.New(Rows, _ => false);
        List<(int Index, int Error)> bad = [];
        for (int i = 3; i < Rows; i += distance)
        {
            bad.Add((i, i % 2 != 0 ? 1406 : kind == ServerKind.MySql ? 3819 : 4025));
            if (i % 2 == 0)
                rows[i].Age = 151;
            else
                rows[i].Name = TooLong;
        }

        BulkResult result = await context.BulkInsertAsync(rows, new() { Rejected = RejectedRows.Collect() }, Token);

        Assert.Equal(bad, result.Rejected.Select(row => (row.RowIndex, row.ErrorNumber)));
        await Applicants.AreStoredAsync(database, rows.Except(result.Rejected.Select(row => (Applicant)row.Row)));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(4)]
    public async Task More_than_the_caller_allows_are_not_stored(int max)
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Applicant> rows = Applicants.New(Rows, _ => false);
        foreach (int at in Doubtful)
            rows[at].Name = TooLong;

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(rows, new() { Rejected = RejectedRows.Collect(max) }, Token));

        Assert.Equal((BulkOutcome.Nothing, (int?)Doubtful[max], 1406), (failure.Outcome, failure.RowIndex, failure.ErrorNumber));
        Assert.Empty(await Applicants.StoredAsync(database));
        Assert.All(rows, row => Assert.Equal(0, row.Id));
        BulkResult again = await context.BulkInsertAsync(rows, new() { Rejected = RejectedRows.Collect() }, Token);
        Assert.Equal(Doubtful, again.Rejected.Select(row => row.RowIndex));
        await Applicants.AreStoredAsync(database, rows.Where((_, i) => !Doubtful.Contains(i)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_lock_of_another_transaction_fails_the_call_in_the_middle_of_a_flight(bool isDoubtful)
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using ModelContext other = database.Context();
        List<Applicant> rows = Applicants.New(Rows, _ => false);
        foreach (int at in Doubtful)
            rows[at].Name = TooLong;
        rows.ForEach(row => row.TeamId = null);
        rows[isDoubtful ? 2_000 : 2_001].TeamId = 1;
        // A doubtful row that the server takes.
        if (isDoubtful)
            await database.ExecuteAsync("ALTER TABLE applicants MODIFY Name VARCHAR(30)");
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        await context.Database.ExecuteSqlRawAsync("SET SESSION innodb_lock_wait_timeout=1", Token);
        await using (await other.Database.BeginTransactionAsync(Token))
        {
            await other.Database.ExecuteSqlRawAsync("UPDATE teams SET Id=2 WHERE Id=1", Token);

            long started = Stopwatch.GetTimestamp();

            BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(rows, new() { Rejected = RejectedRows.Collect() }, Token));

            // Each statement behind the first one would wait for a second too, more than a hundred of them.
            Assert.InRange(Stopwatch.GetElapsedTime(started).TotalSeconds, 1, 25);
            Assert.Equal((BulkOutcome.Nothing, 1205), (failure.Outcome, failure.ErrorNumber));
            Assert.All(rows, row => Assert.Equal(0, row.Id));
        }

        BulkResult result = await context.BulkInsertAsync(rows, new() { Rejected = RejectedRows.Collect() }, Token);
        Assert.Equal(isDoubtful ? [] : Doubtful, result.Rejected.Select(row => row.RowIndex));
        await context.Database.ExecuteSqlRawAsync("SET SESSION innodb_lock_wait_timeout=DEFAULT", Token);
        await Applicants.AreStoredAsync(database, rows.Except(result.Rejected.Select(row => (Applicant)row.Row)));
    }

    [Fact]
    public async Task A_deadlock_in_the_middle_of_a_flight_has_the_call_made_again()
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await database.ExecuteAsync(
            "CREATE TRIGGER unlucky BEFORE INSERT ON applicants FOR EACH ROW BEGIN IF NEW.Code = 'C2001' AND @unlucky IS NULL THEN SET @unlucky = 1; SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock'; END IF; END");
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        List<Applicant> rows = Applicants.New(Rows, _ => false);
        foreach (int at in Doubtful)
            rows[at].Name = TooLong;

        BulkResult result = await context.BulkInsertAsync(rows, new() { Rejected = RejectedRows.Collect() }, Token);

        Assert.Equal(1L, Convert.ToInt64((await TestDatabase.QueryAsync(context, "SELECT @unlucky"))[0][0], CultureInfo.InvariantCulture));
        Assert.Equal(Doubtful, result.Rejected.Select(row => row.RowIndex));
        await Applicants.AreStoredAsync(database, rows.Where((_, i) => !Doubtful.Contains(i)));
    }
}
