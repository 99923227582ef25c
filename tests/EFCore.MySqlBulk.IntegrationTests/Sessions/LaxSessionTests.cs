using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>A session that is not strict truncates a value that does not fit, and warns. A bulk call rejects it there as everywhere, names the row, and
/// leaves the session as it was.</summary>
[BothServers]
public abstract class LaxSessionTests(Servers servers, ServerKind kind)
{
    private const string Lax = "NO_ZERO_DATE";
    private const string TooLong = "more than ten letters";

    public static TheoryData<Operation, int, BulkStrategy?> Ways => new()
    {
        { Operation.Insert, 1, null },
        { Operation.Insert, 20, null },
        { Operation.Insert, 20, BulkStrategy.PreparedMultiRow },
        { Operation.Insert, 20, BulkStrategy.RowByRow },
        { Operation.Insert, 20, BulkStrategy.MultiStatement },
        { Operation.Update, 1, null },
        { Operation.Update, 20, null },
        { Operation.Update, 20, BulkStrategy.RowByRow },
        { Operation.Update, 20, BulkStrategy.MultiStatement },
    };

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Every_small_call_refuses_what_does_not_fit_and_names_the_row(Operation operation, int rows, BulkStrategy? strategy)
    {
        await using TestDatabase database = await CreateAsync();
        foreach (TransactionKind transaction in Enum.GetValues<TransactionKind>())
        {
            // Statements that share a command need a way to be rolled back.
            if (strategy == BulkStrategy.MultiStatement && transaction == TransactionKind.Never)
                continue;
            foreach (bool isAsync in (bool[])[true, false])
            {
                await database.ExecuteAsync("DELETE FROM notes");
                await using ModelContext context = await LaxAsync(database);
                List<Note> notes = Notes(rows);
                if (operation == Operation.Update)
                    await context.InsertAsync(isAsync, notes);
                await using IAsyncDisposable? scope = await BeginAsync(context, transaction);
                object?[][] before = [.. await TestDatabase.QueryAsync(context, "SELECT Id, Name FROM notes ORDER BY Id")];
                int at = rows / 2;
                notes[at].Name = TooLong;

                // The first call of a process reads the session's facts; later ones guess them.
                for (int call = 1; call <= 3; call++)
                {
                    BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.RunAsync(operation, isAsync, notes, 1_000, strategy));
                    // Rows in a statement that cannot be rolled back cannot be told apart.
                    bool isNamed = rows == 1 || strategy == BulkStrategy.RowByRow || transaction is TransactionKind.Own or TransactionKind.Joined;
                    Assert.Equal(isNamed ? at : null, refused.RowIndex);
                    // MySQL says "truncated" if the value comes from a list.
                    Assert.True(refused.ErrorNumber is 1406 or 1265, refused.Message);
                    if (strategy is null)
                        Assert.Equal(before, await TestDatabase.QueryAsync(context, "SELECT Id, Name FROM notes ORDER BY Id"));
                    Assert.Equal(0, await CountAsync(context, $"SELECT COUNT(*) FROM notes WHERE Name = LEFT('{TooLong}', 10)"));
                    Assert.Equal(Lax, await ModeAsync(context));
                    if (transaction == TransactionKind.JoinedWithoutSavepoints || transaction == TransactionKind.Never)
                        await TestDatabase.ExecuteAsync(context, operation == Operation.Insert ? "DELETE FROM notes" : "UPDATE notes SET Name = 'fits'");
                }

                notes[at].Name = "fits";
                await context.RunAsync(operation, isAsync, notes, 1_000, strategy);
                Assert.Equal(rows, await CountAsync(context, "SELECT COUNT(*) FROM notes WHERE Name = 'fits'"));
                Assert.Equal(Lax, await ModeAsync(context));
            }
        }
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(5, true)]
    [InlineData(5, false)]
    public async Task The_callers_statement_is_refused_too(int rows, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        string[] names = [.. Enumerable.Repeat("fits", rows - 1), TooLong];
        const string Insert = "INSERT INTO notes (Name) VALUES ({0})";
        foreach (TransactionKind transaction in Enum.GetValues<TransactionKind>())
        {
            await using ModelContext context = await LaxAsync(database);
            await using IAsyncDisposable? scope = await BeginAsync(context, transaction);
            for (int call = 1; call <= 3; call++)
            {
                BulkOperationException refused = isAsync
                    ? await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkExecuteRawAsync(names, Insert, name => name))
                    : Assert.Throws<BulkOperationException>(() => context.BulkExecuteRaw(names, Insert, name => name));
                Assert.Equal(1406, refused.ErrorNumber);
                Assert.Equal(transaction == TransactionKind.JoinedWithoutSavepoints && rows > 1 ? null : rows - 1, refused.RowIndex);
                Assert.Equal(0, await CountAsync(context, "SELECT COUNT(*) FROM notes WHERE Name <> 'fits'"));
                Assert.Equal(Lax, await ModeAsync(context));
            }
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Another_session_of_the_pool_that_is_not_strict_is_found_out_before_the_statement_runs(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext strict = database.Context();
        await strict.InsertAsync(isAsync, Notes(1));
        await using ModelContext context = await LaxAsync(database);
        context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;

        await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, [new Note { Name = TooLong }]));

        Assert.Equal(1, await CountAsync(context, "SELECT COUNT(*) FROM notes"));
        Assert.Equal(Lax, await ModeAsync(context));
    }

    [Fact]
    public async Task A_mode_that_changes_between_two_calls_in_one_transaction_is_found_out()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await using var transaction = await context.Database.BeginTransactionAsync(TestContext.Current.CancellationToken);
        await context.BulkInsertAsync([new Note { Name = "one" }], cancellationToken: TestContext.Current.CancellationToken);
        await TestDatabase.ExecuteAsync(context, $"SET SESSION sql_mode='{Lax}'");

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertAsync([new Note { Name = TooLong }], cancellationToken: TestContext.Current.CancellationToken));
        await context.BulkInsertAsync([new Note { Name = "two" }], cancellationToken: TestContext.Current.CancellationToken);
        await transaction.CommitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(0, refused.RowIndex);
        Assert.Equal(["one", "two"], (await database.QueryAsync("SELECT Name FROM notes ORDER BY Id")).Select(row => row[0]));
    }

    [Fact]
    public async Task A_call_that_was_cancelled_gives_the_session_its_mode_back()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = await LaxAsync(database);
        using CancellationTokenSource cancel = new();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.BulkInsertAsync(Stream(cancel), new() { BatchRows = 10 }, cancel.Token));

        Assert.Equal(Lax, await ModeAsync(context));
        Assert.Equal(0, await CountAsync(context, "SELECT COUNT(*) FROM notes"));

        static async IAsyncEnumerable<Note> Stream(CancellationTokenSource cancel)
        {
            for (int i = 0; i < 2_100; i++)
            {
                if (i == 2_050)
                    await cancel.CancelAsync();
                yield return new() { Name = "fits" };
            }
        }
    }

    private static List<Note> Notes(int count) => [.. Enumerable.Range(0, count).Select(_ => new Note { Name = "fits" })];

    private static async Task<IAsyncDisposable?> BeginAsync(ModelContext context, TransactionKind kind)
    {
        context.Database.AutoTransactionBehavior = kind == TransactionKind.Never ? AutoTransactionBehavior.Never : AutoTransactionBehavior.WhenNeeded;
        context.Database.AutoSavepointsEnabled = kind != TransactionKind.JoinedWithoutSavepoints;
        return kind is TransactionKind.Joined or TransactionKind.JoinedWithoutSavepoints ? await context.Database.BeginTransactionAsync() : null;
    }

    private static async Task<ModelContext> LaxAsync(TestDatabase database)
    {
        ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        await TestDatabase.ExecuteAsync(context, $"SET SESSION sql_mode='{Lax}'");
        return context;
    }

    private static async Task<string> ModeAsync(DbContext context) => (string)(await TestDatabase.QueryAsync(context, "SELECT @@SESSION.sql_mode"))[0][0]!;

    private static async Task<long> CountAsync(DbContext context, string query)
        => Convert.ToInt64((await TestDatabase.QueryAsync(context, query))[0][0], System.Globalization.CultureInfo.InvariantCulture);

    private async Task<TestDatabase> CreateAsync()
        => await servers.OfAsync(kind).CreateAsync(model => model.Entity<Note>().ToTable("notes").Property(note => note.Name).HasMaxLength(10));

    public enum TransactionKind
    {
        Own,
        Never,
        Joined,
        JoinedWithoutSavepoints,
    }

    private sealed class Note
    {
        public long Id { get; set; }

        public string Name { get; set; } = "";
    }
}
