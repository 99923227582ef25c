using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Rejecting;

/// <summary>Each kind of error by which the server refuses a row sets that row aside, with the number that SaveChanges would get, and no other row, by every strategy.</summary>
[BothServers]
public abstract class RejectedErrorTests(Servers servers, ServerKind kind)
{
    private const int Rows = 60;

    private const int ManyRows = 1_200;

    private static readonly int[] Bad = [3, 17, 18, Rows - 1];

    // Far apart, next to each other, and at the ends.
    private static readonly int[] BadOfMany = [1, 420, 421, 422, 500, 560, 561, 620, 680, 740, 741, 742, 800, 801, 860, 980, 1_100, ManyRows - 1];

    // What the table is made into, a good text for it, and what makes a row bad. The database knows things that the model does not.
    private static readonly Dictionary<int, (string Change, string Good, Action<Candidate> Spoil)> Errors = new()
    {
        [1048] = ("ALTER TABLE candidates MODIFY Text VARCHAR(50) NOT NULL", "a", row => row.Text = null),
        [1062] = ("CREATE UNIQUE INDEX numbers ON candidates (Number)", "a", row => row.Number = 1),
        [1172] = (Trigger("SELECT Number INTO @found FROM (SELECT 1 AS Number UNION SELECT 2) AS few"), "a", row => row.Number = -1),
        [1242] = (Trigger("SET NEW.Text = (SELECT 1 UNION SELECT 2)"), "a", row => row.Number = -1),
        [1264] = ("ALTER TABLE candidates MODIFY Number SMALLINT NOT NULL", "a", row => row.Number = 100_000),
        [1265] = ("ALTER TABLE candidates MODIFY Text ENUM('a', 'b')", "a", row => row.Text = "z"),
        [1292] = ("ALTER TABLE candidates MODIFY Text DATETIME", "2026-01-02 03:04:05", row => row.Text = "never"),
        [1329] = (Trigger("BEGIN DECLARE found INT; DECLARE none CURSOR FOR SELECT 1 FROM candidates WHERE 1 = 0; OPEN none; FETCH none INTO found; END"), "a", row => row.Number = -1),
        [1364] = (Trigger("INSERT INTO strict_ones (Id) VALUES (1)"), "a", row => row.Number = -1),
        [1366] = ("ALTER TABLE candidates MODIFY Text INT", "7", row => row.Text = "seven"),
        [1406] = ("ALTER TABLE candidates MODIFY Text VARCHAR(5)", "a", row => row.Text = "too long"),
        [1452] = ("DO 0", "a", row => row.TeamId = 77),
        [1644] = (Trigger("SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'not this one'"), "a", row => row.Number = -1),
        [1690] = ("ALTER TABLE candidates ADD COLUMN Doubled BIGINT UNSIGNED AS (CAST(Number AS UNSIGNED) * 2) STORED", "a", row => row.Number = -1),
        [3140] = ("ALTER TABLE candidates MODIFY Text JSON", "{}", row => row.Text = "{"),
        [3819] = ("ALTER TABLE candidates ADD CONSTRAINT positive CHECK (Number >= 0)", "a", row => row.Number = -1),
    };

    public static TheoryData<int, BulkStrategy?, BulkPipelining> Cases { get; } =
    [
        .. from error in Errors.Keys
           from strategy in (BulkStrategy?[])[null, BulkStrategy.LoadData, .. EveryStrategy.Inserts.Select(strategy => (BulkStrategy?)strategy)]
           from pipelining in new[] { BulkPipelining.Auto, BulkPipelining.Never }
           where pipelining == BulkPipelining.Auto || strategy is not (BulkStrategy.LoadData or BulkStrategy.PipelinedArrayBatch)
           select (error, strategy, pipelining),
    ];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task A_row_is_set_aside(int error, BulkStrategy? strategy, BulkPipelining pipelining)
    {
        (string change, string good, Action<Candidate> spoil) = Errors[error];
        await using TestDatabase alone = await CreateAsync(change);
        List<(int, int)> refused = await Applicants.StoreAloneAsync(alone, New(good, spoil));
        await using TestDatabase database = await CreateAsync(change);
        await using ModelContext context = database.Context();
        List<Candidate> rows = New(good, spoil);

        BulkResult result = await context.BulkInsertAsync(rows, new() { Strategy = strategy, Pipelining = pipelining, ReturnKeys = strategy != BulkStrategy.LoadData, Rejected = RejectedRows.Collect() }, Token);

        Assert.Equal(refused, result.Rejected.Select(row => (row.RowIndex, row.ErrorNumber)));
        // MariaDB has numbers of its own for some.
        Assert.Equal(Bad, refused.Select(row => row.Item1));
        Assert.All(refused, row => Assert.Contains(row.Item2, kind == ServerKind.MySql ? [error] : (int[])[error, 4025, 1264]));
        Assert.Equal((Rows - Bad.Length, Bad.Length), (result.RowsInserted, result.RowsRejected));
        Assert.Equal(await StoredAsync(alone), await StoredAsync(database));
        Assert.Equal(await database.CountAsync("SELECT COUNT(*) FROM candidates"), Rows - Bad.Length);
    }

    [Theory]
    [InlineData(1213)]
    [InlineData(1205)]
    public async Task A_conflict_with_another_transaction_is_no_bad_row(int conflict)
    {
        (string change, string good, Action<Candidate> spoil) = Errors[1406];
        await using TestDatabase database = await CreateAsync(change);
        // The fourth statement has one of the rows that go alone after the first one was refused.
        BeforeStatement trouble = new(4, command => Trouble.SignalAsync(command, conflict));
        await using ModelContext context = database.Context(options => options.AddInterceptors(trouble));
        List<Candidate> rows = New(good, spoil);
        BulkInsertOptions options = new() { Strategy = BulkStrategy.MultiRowValues, Pipelining = BulkPipelining.Never, Rejected = RejectedRows.Collect() };

        if (conflict == 1213)
        {
            BulkResult result = await context.BulkInsertAsync(rows, options, Token);
            Assert.Equal(Bad, result.Rejected.Select(row => row.RowIndex));
            Assert.Equal(Rows - Bad.Length, result.RowsInserted);
        }
        else
        {
            BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(rows, options, Token));
            Assert.Equal((BulkOutcome.Nothing, conflict), (failure.Outcome, failure.ErrorNumber));
            Assert.All(rows, row => Assert.Equal(0, row.Id));
            Assert.Equal(Bad, (await context.BulkInsertAsync(rows, options, Token)).Rejected.Select(row => row.RowIndex));
        }

        Assert.True(trouble.Seen > 4);
        Assert.Equal(rows.Where((_, i) => !Bad.Contains(i)).Select(row => $"{row.Text} {row.Number} {row.TeamId}"), await StoredAsync(database));
    }

    public static TheoryData<int> Numbers { get; } = [.. Errors.Keys];

    [Theory]
    [MemberData(nameof(Numbers))]
    public async Task Bad_rows_of_many_are_set_aside_whether_or_not_the_error_names_them(int error)
    {
        (string change, string good, Action<Candidate> spoil) = Errors[error];
        await using TestDatabase alone = await CreateAsync(change);
        List<(int, int)> refused = await Applicants.StoreAloneAsync(alone, New(good, spoil, ManyRows, BadOfMany));
        await using TestDatabase database = await CreateAsync(change);
        await using ModelContext context = database.Context();
        List<Candidate> rows = New(good, spoil, ManyRows, BadOfMany);

        BulkResult result = await context.BulkInsertAsync(rows, new() { Rejected = RejectedRows.Collect() }, Token);

        Assert.Equal(BadOfMany, refused.Select(row => row.Item1));
        Assert.Equal(refused, result.Rejected.Select(row => (row.RowIndex, row.ErrorNumber)));
        Assert.Equal(await StoredAsync(alone), await StoredAsync(database));
        await KeysAreRightAsync(database, rows.Except(result.Rejected.Select(row => (Candidate)row.Row)));
    }

    [Fact]
    public async Task A_text_that_looks_like_the_number_of_a_row_is_only_a_guess()
    {
        string[] changes =
        [
            "ALTER TABLE candidates MODIFY Text VARCHAR(50), ADD UNIQUE INDEX texts (Text)",
            Trigger("SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'not this one at row 3'"),
        ];
        await using TestDatabase alone = await CreateAsync(changes);
        List<(int, int)> refused = await Applicants.StoreAloneAsync(alone, Rows());
        await using TestDatabase database = await CreateAsync(changes);
        await using ModelContext context = database.Context();
        List<Candidate> rows = Rows();

        BulkResult result = await context.BulkInsertAsync(rows, new() { Rejected = RejectedRows.Collect() }, Token);

        Assert.Equal(BadOfMany.Length * 2, refused.Count);
        Assert.Equal(refused, result.Rejected.Select(row => (row.RowIndex, row.ErrorNumber)));
        Assert.Equal(await StoredAsync(alone), await StoredAsync(database));
        await KeysAreRightAsync(database, rows.Except(result.Rejected.Select(row => (Candidate)row.Row)));

        // Behind each bad row there are two with the same text, of which the first is stored.
        static List<Candidate> Rows()
        {
            List<Candidate> rows = New("", row => row.Number = -1, ManyRows + 10, BadOfMany);
            for (int i = 0; i < rows.Count; i++)
                rows[i].Text = $"{i} at row 3";
            foreach (int bad in BadOfMany)
                rows[bad + 7].Text = rows[bad + 5].Text;
            return rows;
        }
    }

    private static async Task KeysAreRightAsync(TestDatabase database, IEnumerable<Candidate> rows)
    {
        await using ModelContext context = database.Context();
        // Some of the errors need another type of the text's column.
        var stored = await context.Set<Candidate>().OrderBy(row => row.Id).Select(row => new { row.Id, row.Number, row.TeamId }).ToListAsync(Token);
        Assert.Equal(stored, rows.Select(row => new { row.Id, row.Number, row.TeamId }));
    }

    private static string Trigger(string statement) => $"CREATE TRIGGER picky BEFORE INSERT ON candidates FOR EACH ROW BEGIN IF NEW.Number < 0 THEN {statement}; END IF; END";

    private static List<Candidate> New(string good, Action<Candidate> spoil) => New(good, spoil, Rows, Bad);

    private static List<Candidate> New(string good, Action<Candidate> spoil, int count, int[] positions)
    {
        // Number 1 is that of the first row.
        List<Candidate> rows = [.. Enumerable.Range(1, count).Select(i => new Candidate { Text = good, Number = i, TeamId = i % 3 == 0 ? 1 : null })];
        foreach (int bad in positions)
            spoil(rows[bad]);
        return rows;
    }

    private async Task<TestDatabase> CreateAsync(params string[] changes)
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(
            model =>
            {
                model.Entity<Team>().ToTable("teams");
                model.Entity<Candidate>().ToTable("candidates").HasOne<Team>().WithMany().HasForeignKey(row => row.TeamId);
            },
            "AllowLoadLocalInfile=True");
        await database.ExecuteAsync("SET GLOBAL local_infile=ON", "INSERT INTO teams VALUES (1)", "CREATE TABLE strict_ones (Id INT, Needed INT NOT NULL)");
        await database.ExecuteAsync(changes);
        return database;
    }

    private static async Task<List<string>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return await context.Set<Candidate>().OrderBy(row => row.Number).ThenBy(row => row.Id).Select(row => row.Text + " " + row.Number + " " + row.TeamId).ToListAsync(Token);
    }
}
