using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Rejecting;

/// <summary>Errors of a row that come from how its table is stored or shown are treated as those of its values; others fail the call.</summary>
[BothServers]
public abstract class RejectedByTableTests(Servers servers, ServerKind kind)
{
    private const int Rows = 1_200;
    private const int TooMuch = 100_000;

    private static readonly int[] Bad = [0, 17, 18, 700, Rows - 1];

    private static readonly Dictionary<int, string[]> Errors = new()
    {
        [1118] = ["ALTER TABLE candidates ROW_FORMAT=COMPACT" + string.Concat(Enumerable.Range(0, 12).Select(i => $", ADD t{i} TEXT")), $"CREATE TRIGGER wide BEFORE INSERT ON candidates FOR EACH ROW SET {string.Join(", ", Enumerable.Range(0, 12).Select(i => $"NEW.t{i} = IF(NEW.Number < {TooMuch}, '', REPEAT('x', 1000))"))}"],
        [1369] = ["RENAME TABLE candidates TO all_candidates", $"CREATE VIEW candidates AS SELECT * FROM all_candidates WHERE Number < {TooMuch} WITH CHECK OPTION"],
        [1526] = ["ALTER TABLE candidates DROP PRIMARY KEY, ADD PRIMARY KEY (Id, Number)", $"ALTER TABLE candidates PARTITION BY RANGE (Number) (PARTITION few VALUES LESS THAN ({TooMuch}))"],
        [3643] = ["ALTER TABLE candidates ADD place GEOMETRY SRID 4326", $"CREATE TRIGGER placed BEFORE INSERT ON candidates FOR EACH ROW SET NEW.place = ST_GeomFromText('POINT(1 1)', IF(NEW.Number < {TooMuch}, 4326, 0))"],
        [3751] = ["CREATE INDEX short ON candidates ((CAST(Number AS CHAR(5))))"],
    };

    public static TheoryData<int, BulkPipelining> Cases { get; } = [.. from error in Errors.Keys from pipelining in new[] { BulkPipelining.Auto, BulkPipelining.Never } select (error, pipelining)];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task A_row_is_set_aside_or_named(int error, BulkPipelining pipelining)
    {
        Assert.SkipWhen(kind == ServerKind.MariaDb && error > 3000, "MariaDB has no such columns and indexes.");
        await using TestDatabase alone = await CreateAsync(Errors[error]);
        List<(int, int)> refused = await Applicants.StoreAloneAsync(alone, New());
        await using TestDatabase database = await CreateAsync(Errors[error]);
        await using ModelContext context = database.Context();
        List<Candidate> rows = New();

        BulkOperationException named = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(New(), new() { Pipelining = pipelining }, Token));
        BulkResult result = await context.BulkInsertAsync(rows, new() { Pipelining = pipelining, Rejected = RejectedRows.Collect() }, Token);

        Assert.Equal(Bad.Select(row => (row, error)), refused);
        Assert.Equal((0, error), (named.RowIndex, named.ErrorNumber));
        Assert.Equal(refused, result.Rejected.Select(row => (row.RowIndex, row.ErrorNumber)));
        Assert.Equal(rows.Where((_, i) => !Bad.Contains(i)).Select(row => (row.Id, row.Number)), await StoredAsync(database));
    }

    [Theory]
    [InlineData(true, 1205, true)]
    [InlineData(false, 1205, true)]
    [InlineData(true, 1142, false)]
    [InlineData(false, 1142, false)]
    public async Task An_error_that_is_none_of_a_row_fails_a_call_whose_statements_are_in_flight(bool isAsync, int error, bool isTransient)
    {
        await using TestDatabase database = await CreateAsync(
            $"CREATE TRIGGER ending BEFORE INSERT ON candidates FOR EACH ROW BEGIN IF NEW.Number = {Rows} THEN SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = {error}, MESSAGE_TEXT = 'not this time'; END IF; END");
        await using ModelContext context = database.Context();
        List<Candidate> rows = New(isBad: _ => false);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, rows, new() { Pipelining = BulkPipelining.Always, Rejected = RejectedRows.Collect() }));

        Assert.Equal((error, BulkOutcome.Nothing, isTransient), (failure.ErrorNumber, failure.Outcome, failure.IsTransient));
        Assert.Empty(await StoredAsync(database));
        Assert.All(rows, row => Assert.Equal(0, row.Id));
    }

    private static List<Candidate> New(Func<int, bool>? isBad = null)
        => [.. Enumerable.Range(1, Rows).Select(i => new Candidate { Number = (isBad ?? Bad.Contains)(i - 1) ? TooMuch + i : i })];

    private async Task<TestDatabase> CreateAsync(params string[] changes)
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Candidate>().ToTable("candidates"));
        // Otherwise the server would not create a table whose rows may be too large.
        await database.ExecuteAsync(["SET SESSION innodb_strict_mode=OFF", .. changes]);
        return database;
    }

    private static async Task<List<(int Id, int Number)>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return [.. (await context.Set<Candidate>().OrderBy(row => row.Id).Select(row => new { row.Id, row.Number }).ToListAsync(Token)).Select(row => (row.Id, row.Number))];
    }
}
