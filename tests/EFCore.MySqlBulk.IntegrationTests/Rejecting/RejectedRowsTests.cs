using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Rejecting;

/// <summary>Bad rows are set aside, and all others are stored, as if each had been stored alone.</summary>
[BothServers]
public abstract class RejectedRowsTests(Servers servers, ServerKind kind)
{
    private const int Rows = 1_300;

    public enum Density
    {
        None,
        One,
        Few,
        Many,
        Most,
        All,
    }

    public static TheoryData<Density, BulkStrategy?, BulkPipelining, bool> Cases()
    {
        TheoryData<Density, BulkStrategy?, BulkPipelining, bool> cases = [];
        foreach (Density density in Enum.GetValues<Density>())
        {
            cases.Add(density, null, BulkPipelining.Auto, true);
            cases.Add(density, null, BulkPipelining.Never, false);
            foreach (BulkStrategy strategy in EveryStrategy.Inserts)
                cases.Add(density, strategy, BulkPipelining.Auto, strategy != BulkStrategy.PreparedMultiRow);
        }

        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Rows_are_stored_or_set_aside_as_each_would_be_alone(Density density, BulkStrategy? strategy, BulkPipelining pipelining, bool isAsync)
    {
        Func<int, bool> isBad = IsBad(density);
        await using TestDatabase alone = await Applicants.EmptyAsync(servers, kind);
        List<(int Index, int Number)> refused = await Applicants.StoreAloneAsync(alone, Applicants.New(Rows, isBad));
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Applicant> rows = Applicants.New(Rows, isBad);
        BulkInsertOptions options = new() { Strategy = strategy, Pipelining = pipelining, Rejected = RejectedRows.Collect(Rows) };

        BulkResult result = await InsertAsync(context, rows, options, isAsync);

        Assert.Equal(
            // The provider writes NaN as a name (error 1054); the library does not send it.
            refused.Select(row => double.IsNaN(rows[row.Index].Score) ? row with { Number = 0 } : row),
            result.Rejected.Select(row => (row.RowIndex, row.ErrorNumber)));
        Assert.Equal((Rows - refused.Count, refused.Count), (result.RowsInserted, result.RowsRejected));
        Assert.Equal(await Applicants.StoredAsync(alone), await Applicants.StoredAsync(database));
        Assert.Equal(result.Rejected.Select(row => row.Row), refused.Select(row => rows[row.Index]));
        Assert.DoesNotContain(result.Rejected, row => ((Applicant)row.Row).Id != 0);
        await Applicants.AreStoredAsync(database, Stored(rows, result));
    }

    [Fact]
    public async Task Of_rows_with_the_same_key_the_first_one_is_stored_and_rows_sent_later_do_not_take_its_place()
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Applicant> rows = Applicants.New(6_000, _ => false);
        // The first statement is refused by another row; the rows after it have values of rows in it.
        rows[3].Age = -1;
        for (int i = 0; i < 50; i++)
            rows[3_000 + i].Code = $"c{i}";

        BulkResult result = await context.BulkInsertAsync(rows, new() { Rejected = RejectedRows.Collect() }, Token);

        Assert.Equal([3, .. Enumerable.Range(3_000, 50).Where(i => i != 3_003)], result.Rejected.Select(row => row.RowIndex));
        Assert.Equal(6_000 - 50, result.RowsInserted);
        await Applicants.AreStoredAsync(database, Stored(rows, result));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Keys_stay_computed_between_many_refused_statements(bool isAsync)
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Applicant> rows = Applicants.New(20_000, i => i % 400 == 7);
        List<BulkProgress> reports = [];
        BulkInsertOptions options = new() { Rejected = RejectedRows.Collect(), Progress = new ProgressReports(reports) };

        BulkResult result = await InsertAsync(context, rows, options, isAsync);

        Assert.Equal((19_950, 50), (reports[^1].RowCount, reports[^1].RowsRejected));
        Assert.All(reports.Zip(reports.Skip(1)), each => Assert.True(each.First.RowCount <= each.Second.RowCount && each.First.RowsRejected <= each.Second.RowsRejected));
        // A refused statement generates keys too: it must not look as if a trigger had set those of the others.
        Assert.Equal((BulkStrategy.PreparedMultiRow, 19_950, 50), (result.Strategy, result.RowsInserted, result.RowsRejected));
        await Applicants.AreStoredAsync(database, Stored(rows, result));
        Assert.Equal(BulkStrategy.PreparedMultiRow, (await context.BulkInsertAsync([.. Applicants.New(23_000, _ => false).Skip(20_000)], cancellationToken: Token)).Strategy);
    }

    [Theory]
    [InlineData(true, 0)]
    [InlineData(false, 0)]
    [InlineData(true, 25)]
    [InlineData(false, 25)]
    public async Task More_than_the_caller_allows_fails_the_call_and_leaves_everything_as_it_was(bool isAsync, int max)
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Applicant> rows = Applicants.New(3_000, i => i % 100 == 7);
        context.AddRange(rows.Take(50).Where(row => row.Name is not null));
        List<EntityState> before = [.. rows.Select(row => context.Entry(row).State)];
        BulkInsertOptions options = new() { Rejected = RejectedRows.Collect(max) };

        BulkOperationException thrown = isAsync ? await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(rows, options, Token))
            : Assert.Throws<BulkOperationException>(() => context.BulkInsert(rows, options));

        Assert.Equal((BulkOutcome.Nothing, (int?)(7 + (100 * max))), (thrown.Outcome, thrown.RowIndex));
        Assert.Contains($"at most {max}", thrown.Message, StringComparison.Ordinal);
        Assert.Empty(await Applicants.StoredAsync(database));
        Assert.All(rows, row => Assert.Equal(0, row.Id));
        Assert.Equal(before, rows.Select(row => context.Entry(row).State));

        // The same call again, with room for all.
        BulkResult again = await context.BulkInsertAsync(rows, new() { Rejected = RejectedRows.Collect() }, Token);
        Assert.Equal((2_970, 30), (again.RowsInserted, again.RowsRejected));
    }

    [Fact]
    public async Task Tracked_entities_that_are_set_aside_stay_added_and_can_be_corrected()
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Applicant> rows = Applicants.New(2_000, i => i % 500 == 2);
        rows.Where(row => row.Name is null).ToList().ForEach(row => row.Name = "still far too long");
        context.AddRange(rows);

        BulkResult result = await context.BulkInsertAsync(rows, new() { Rejected = RejectedRows.Collect() }, Token);

        Assert.Equal([2, 502, 1_002, 1_502], result.Rejected.Select(row => row.RowIndex));
        Assert.Equal(result.Rejected.Select(row => row.Row), context.ChangeTracker.Entries<Applicant>().Where(entry => entry.State == EntityState.Added).Select(entry => entry.Entity));
        Assert.Equal(1_996, context.ChangeTracker.Entries<Applicant>().Count(entry => entry.State == EntityState.Unchanged));
        foreach (RejectedRow rejected in result.Rejected)
            (((Applicant)rejected.Row).Code, ((Applicant)rejected.Row).Name, ((Applicant)rejected.Row).Age, ((Applicant)rejected.Row).Fee) = ($"X{rejected.RowIndex}", "right", 5, 5);
        Assert.Equal(4, await context.SaveChangesAsync(Token));
        await Applicants.AreStoredAsync(database, rows);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_of_a_stream_are_passed_on_as_they_come(bool isAsync)
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Applicant> rows = Applicants.New(40_000, i => i % 10_000 == 5);
        List<(int Index, int Read)> told = [];
        int read = 0;
        IEnumerable<Applicant> stream = rows.Select(row =>
        {
            read++;
            return row;
        });
        BulkInsertOptions options = new() { Rejected = RejectedRows.PassTo(row => told.Add((row.RowIndex, read))) };

        BulkResult result = isAsync ? await context.BulkInsertAsync(stream, options, Token) : context.BulkInsert(stream, options);

        Assert.Equal([5, 10_005, 20_005, 30_005], told.Select(row => row.Index));
        Assert.True(told[0].Read < rows.Count);
        Assert.Equal((39_996, 4, 0), (result.RowsInserted, result.RowsRejected, result.Rejected.Count));
        await Applicants.AreStoredAsync(database, rows.Where((_, i) => i % 10_000 != 5));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_lost_connection_and_a_cancelled_call_store_nothing(bool isLost)
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        using CancellationTokenSource cancelled = CancellationTokenSource.CreateLinkedTokenSource(Token);
        await context.Database.OpenConnectionAsync(Token);
        object session = (await TestDatabase.QueryAsync(context, "SELECT CONNECTION_ID()"))[0][0]!;
        List<int> told = [];
        IEnumerable<Applicant> stream = Applicants.New(60_000, i => i % 20_000 == 5).Select(row => row);

        Exception thrown = await Assert.ThrowsAnyAsync<Exception>(() => context.BulkInsertAsync(stream, new() { Rejected = RejectedRows.PassTo(End) }, cancelled.Token));

        Assert.Equal([5], told);
        if (isLost)
            Assert.Equal((BulkOutcome.Nothing, true), (Assert.IsType<BulkOperationException>(thrown).Outcome, ((BulkOperationException)thrown).TransactionLost));
        else
            Assert.IsType<OperationCanceledException>(thrown, exactMatch: false);
        Assert.Empty(await Applicants.StoredAsync(database));

        void End(RejectedRow row)
        {
            told.Add(row.RowIndex);
            if (isLost)
                database.ExecuteAsync($"KILL {session}").GetAwaiter().GetResult();
            else
                cancelled.Cancel();
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task In_a_transaction_of_the_caller_it_is_a_part_of_it(bool isAsync)
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Applicant> rows = Applicants.New(3_000, i => i % 700 == 5);
        BulkInsertOptions options = new() { Rejected = RejectedRows.Collect() };
        await using (IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token))
        {
            BulkResult result = await InsertAsync(context, rows, options, isAsync);
            Assert.Equal((2_995, 5), (result.RowsInserted, result.RowsRejected));
            Assert.Equal(2_995, await context.Set<Applicant>().CountAsync(Token));
            await transaction.RollbackAsync(Token);
        }

        Assert.Empty(await Applicants.StoredAsync(database));
    }

    [Theory]
    [InlineData(BulkPipelining.Auto, null)]
    [InlineData(BulkPipelining.Never, null)]
    [InlineData(BulkPipelining.Auto, BulkStrategy.PipelinedArrayBatch)]
    [InlineData(BulkPipelining.Auto, BulkStrategy.MultiStatement)]
    public async Task Updates_set_rows_aside_and_a_missing_one_fails_the_call(BulkPipelining pipelining, BulkStrategy? strategy)
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        List<Applicant> rows = Applicants.New(4_000, _ => false);
        await using (ModelContext first = database.Context())
            await first.BulkInsertAsync(rows, cancellationToken: Token);
        List<string> before = await Applicants.StoredAsync(database);
        rows.ForEach(row => row.Name = "changed");
        rows[10].Name = "much too long a name";
        rows[2_500].Age = 151;
        rows[3_999].TeamId = 77;
        BulkUpdateOptions<Applicant> options = new() { Pipelining = pipelining, Strategy = strategy, Rejected = RejectedRows.Collect() };
        await using ModelContext context = database.Context();

        rows.Add(new Applicant { Id = 1_000_000, Code = "none", Name = "none" });
        await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.BulkUpdateAsync(rows, options, Token));
        Assert.Equal(before, await Applicants.StoredAsync(database));

        rows.RemoveAt(4_000);
        BulkResult result = await context.BulkUpdateAsync(rows, options, Token);
        Assert.Equal((3_997L, 3L), (result.RowsUpdated, result.RowsRejected));
        Assert.Equal([(10, 1406), (2_500, kind == ServerKind.MySql ? 3819 : 4025), (3_999, 1452)], result.Rejected.Select(row => (row.RowIndex, row.ErrorNumber)));
        Assert.Equal(3_997, (await Applicants.StoredAsync(database)).Count(row => row.Contains(" changed ", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(false, true)]
    public async Task Insert_or_update_sets_new_and_stored_rows_aside(bool isTracked, bool isStream)
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using (ModelContext first = database.Context())
            await first.BulkInsertAsync(Applicants.New(2_000, _ => false), cancellationToken: Token);
        List<Applicant> rows = Applicants.New(4_000, _ => false);
        rows.ForEach(row => row.Name = "changed");
        foreach (int bad in (int[])[0, 1_999, 2_000, 3_999])
            rows[bad].Name = "much too long a name";
        await using ModelContext context = database.Context();
        if (isTracked)
            context.AddRange(rows);

        BulkResult result = await context.BulkInsertOrUpdateAsync(isStream ? rows.Select(row => row) : rows, new() { Match = row => row.Code, Rejected = RejectedRows.Collect() }, Token);

        Assert.Equal([0, 1_999, 2_000, 3_999], result.Rejected.Select(row => row.RowIndex));
        Assert.Equal((1_998L, 1_998L, 4L), (result.RowsInserted, result.RowsUpdated, result.RowsRejected));
        Assert.Equal(3_996, (await Applicants.StoredAsync(database)).Count(row => row.Contains(" changed ", StringComparison.Ordinal)));
        Assert.All(result.Rejected, row => Assert.Equal(isTracked ? EntityState.Added : EntityState.Detached, context.Entry(row.Row).State));
        Assert.All(result.Rejected, row => Assert.Equal(0, ((Applicant)row.Row).Id));
        if (isTracked)
            Assert.All(result.Rejected, row => Assert.True(context.Entry((Applicant)row.Row).Property(each => each.Id).IsTemporary));
        await using ModelContext reader = database.Context();
        Dictionary<int, string> stored = await reader.Set<Applicant>().AsNoTracking().ToDictionaryAsync(row => row.Id, Applicants.Text, Token);
        Assert.All(Stored(rows, result), row => Assert.Equal(Applicants.Text(row), stored[row.Id]));
    }

    [Fact]
    public async Task A_row_that_another_session_inserts_after_the_look_up_is_updated_and_not_set_aside()
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        bool isThere = false;
        await using ModelContext context = database.Context(options => options.UseMySqlBulk(bulk => bulk.BeforeInsert<Applicant>((row, _) =>
        {
            if (row.Code != "C20" || isThere)
                return;
            isThere = true;
            database.ExecuteAsync("INSERT INTO applicants (Code,Name,Age,Fee,Score) VALUES ('C20','other',1,1,1)").GetAwaiter().GetResult();
        })));
        List<Applicant> rows = Applicants.New(1_000, _ => false);
        rows[10].Name = "much too long a name";

        BulkResult result = await context.BulkInsertOrUpdateAsync(rows, new() { Match = row => row.Code, Pipelining = BulkPipelining.Never, Rejected = RejectedRows.Collect() }, Token);

        Assert.True(isThere);
        Assert.Equal([10], result.Rejected.Select(row => row.RowIndex));
        Assert.Equal((998L, 1L), (result.RowsInserted, result.RowsUpdated));
        await Applicants.AreStoredAsync(database, Stored(rows, result));
    }

    [Fact]
    public async Task What_it_cannot_be_combined_with_is_refused_by_name()
    {
        await using TestDatabase database = await Applicants.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Applicant> rows = Applicants.New(10, _ => false);
        RejectedRows rejected = RejectedRows.Collect();

        Assert.Contains("Connections is 2", (await Assert.ThrowsAsync<ArgumentException>(() => context.BulkInsertAsync(rows, new() { Connections = 2, Rejected = rejected }, Token))).Message, StringComparison.Ordinal);
        Assert.Contains("CommitRows", (await Assert.ThrowsAsync<ArgumentException>(() => context.BulkInsertAsync(rows, new() { CommitRows = 5, Rejected = rejected }, Token))).Message, StringComparison.Ordinal);
        Assert.Contains("several tables", (await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(rows, new() { IncludeGraph = true, Rejected = rejected }, Token))).Message, StringComparison.Ordinal);
        context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
        Assert.Contains("savepoints", (await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(rows, new() { Rejected = rejected }, Token))).Message, StringComparison.Ordinal);
        context.Database.AutoTransactionBehavior = AutoTransactionBehavior.WhenNeeded;
        await database.ExecuteAsync("ALTER TABLE applicants DROP FOREIGN KEY " + await ForeignKeyAsync(database), "ALTER TABLE applicants ENGINE=MyISAM");
        Assert.Contains("storage engine", (await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(rows, new() { Rejected = rejected }, Token))).Message, StringComparison.Ordinal);
        Assert.Empty(await Applicants.StoredAsync(database));
    }

    private static Task<BulkResult> InsertAsync(ModelContext context, List<Applicant> rows, BulkInsertOptions options, bool isAsync)
        => isAsync ? context.BulkInsertAsync(rows, options, Token) : Task.FromResult(context.BulkInsert(rows, options));

    private static IEnumerable<Applicant> Stored(List<Applicant> rows, BulkResult result) => rows.Except(result.Rejected.Select(row => (Applicant)row.Row));

    private static async Task<string> ForeignKeyAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        return (string)(await TestDatabase.QueryAsync(context, "SELECT CONSTRAINT_NAME FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA=DATABASE()"))[0][0]!;
    }

    private static Func<int, bool> IsBad(Density density) => density switch
    {
        Density.None => _ => false,
        Density.One => i => i == 777,
        Density.Few => i => i % 97 == 3,
        Density.Many => i => i % 5 == 4,
        Density.Most => i => i % 10 != 0,
        Density.All => _ => true,
        _ => throw new ArgumentOutOfRangeException(nameof(density)),
    };
}
