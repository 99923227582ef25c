using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Statements in flight inside the caller's transaction, one of which fails: those behind it must not be committed by themselves, and the session is what it was.</summary>
[BothServers]
public abstract class JoinedFailureTests(Servers servers, ServerKind kind)
{
    private const int Rows = 500;
    private const int Contended = 150;

    // A row that the caller has stored before the call.
    private const int Callers = 900_000;

    /// <summary>Every job, and the statement that fails: the first, one with some or many behind it, and the last.</summary>
    public static TheoryData<Job, int, bool> Moments
    {
        get
        {
            TheoryData<Job, int, bool> moments = [];
            foreach (Job job in Enum.GetValues<Job>())
            {
                foreach (int contended in (int[])[1, 2, 100, 350, Rows])
                    moments.Add(job, contended, contended % 2 == 0);
            }

            return moments;
        }
    }

    [Theory]
    [MemberData(nameof(Moments))]
    public async Task A_deadlock_takes_the_transaction_and_nothing_behind_it_is_stored(Job job, int contended, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows);
        await using IDbContextTransaction transaction = await BeginAsync(trial);
        await using Rival rival = await LockWait.RivalAsync(trial, job, contended);
        Task<BulkOperationException> failing = Assert.ThrowsAsync<BulkOperationException>(() => trial.RunAsync(isAsync));
        await LockWait.ReachedAsync(trial, failing);

        await rival.TouchAsync(Callers);

        BulkOperationException failure = await failing;
        Assert.Equal((1213, true, 0L), (Trouble.Number(failure), failure.TransactionLost, failure.RowsAffected));
        await rival.RollbackAsync();
        await NothingIsStoredAsync(trial, transaction);
    }

    [OnlyInFullRuns("A deadlock takes the transaction at the same moments.")]
    [Theory]
    [MemberData(nameof(Moments))]
    public async Task A_timeout_that_takes_the_transaction_stores_nothing_behind_it(Job job, int contended, bool isAsync)
    {
        ServerOptions impatient = new() { LockWaitTimeout = 1, RollbackOnTimeout = true };
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows, options: impatient);
        await using IDbContextTransaction transaction = await BeginAsync(trial);
        await using Rival rival = await LockWait.RivalAsync(trial, job, contended);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => trial.RunAsync(isAsync));

        Assert.Equal((1205, true, 0L), (Trouble.Number(failure), failure.TransactionLost, failure.RowsAffected));
        await rival.RollbackAsync();
        await NothingIsStoredAsync(trial, transaction);
    }

    [Theory]
    [ClassData<EachJob>]
    public async Task A_timeout_that_leaves_the_transaction_open_takes_the_rows_of_the_call_alone(Job job, bool isAsync)
    {
        ServerOptions impatient = new() { LockWaitTimeout = 1 };
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows, options: impatient);
        await using IDbContextTransaction transaction = await BeginAsync(trial);
        await using Rival rival = await LockWait.RivalAsync(trial, job, Contended);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => trial.RunAsync(isAsync));

        Assert.Equal((1205, false, 0L), (Trouble.Number(failure), failure.TransactionLost, failure.RowsAffected));
        await rival.RollbackAsync();
        await TheCallersRowIsStoredAsync(trial, transaction);
    }

    [Theory]
    [ClassData<EachJob>]
    public async Task A_killed_statement_takes_the_rows_of_the_call_alone(Job job, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows);
        await using IDbContextTransaction transaction = await BeginAsync(trial);
        await using Rival rival = await LockWait.RivalAsync(trial, job, Contended);
        Task<BulkOperationException> failing = Assert.ThrowsAsync<BulkOperationException>(() => trial.RunAsync(isAsync));
        await LockWait.ReachedAsync(trial, failing);

        await trial.Database.ExecuteAsync($"KILL QUERY {trial.Pipeline.ThreadId}");

        BulkOperationException failure = await failing;
        Assert.Equal((1317, false, 0L), (Trouble.Number(failure), failure.TransactionLost, failure.RowsAffected));
        await rival.RollbackAsync();
        await TheCallersRowIsStoredAsync(trial, transaction);
    }

    [Theory]
    [ClassData<EachJob>]
    public async Task A_killed_connection_takes_everything_and_is_closed(Job job, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows);
        await using IDbContextTransaction transaction = await BeginAsync(trial);
        await using Rival rival = await LockWait.RivalAsync(trial, job, Contended);
        Task<BulkOperationException> failing = Assert.ThrowsAsync<BulkOperationException>(() => trial.RunAsync(isAsync));
        await LockWait.ReachedAsync(trial, failing);

        await trial.Database.ExecuteAsync($"KILL CONNECTION {trial.Pipeline.ThreadId}");

        BulkOperationException failure = await failing;
        Assert.Equal((true, 0L), (failure.TransactionLost, failure.RowsAffected));
        Assert.NotEqual(System.Data.ConnectionState.Open, trial.Context.Database.GetDbConnection().State);
        await rival.RollbackAsync();
        await transaction.DisposeAsync();
        Assert.False(await trial.IsWholeOrNothingAsync());
        await trial.LeavesNothingBehindAsync();
    }

    [Theory]
    [ClassData<EachJob>]
    public async Task A_cancelled_call_takes_its_rows_alone(Job job, bool isAsync)
    {
        using CancellationTokenSource cancellation = new();
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows);
        await using IDbContextTransaction transaction = await BeginAsync(trial);
        await using Rival rival = await LockWait.RivalAsync(trial, job, Contended);
        Task failing = isAsync
            ? Assert.ThrowsAnyAsync<OperationCanceledException>(() => trial.RunAsync(isAsync: true, token: cancellation.Token))
            : Assert.ThrowsAsync<BulkOperationException>(() => trial.RunAsync(isAsync: false, TimeSpan.FromSeconds(2)));
        await LockWait.ReachedAsync(trial, failing);

        await cancellation.CancelAsync();

        await failing;
        await rival.RollbackAsync();
        await TheCallersRowIsStoredAsync(trial, transaction);
    }

    private static async Task<IDbContextTransaction> BeginAsync(Trial trial)
    {
        IDbContextTransaction transaction = await trial.Context.Database.BeginTransactionAsync();
        await TestDatabase.ExecuteAsync(trial.Context, $"INSERT INTO tickets (Token, Name, Score) VALUES ({Callers}, 'the caller', 0)");
        return transaction;
    }

    // Whatever the caller does about it.
    private static async Task NothingIsStoredAsync(Trial trial, IDbContextTransaction transaction)
    {
        Assert.NotNull(await Record.ExceptionAsync(() => transaction.CommitAsync()));
        await transaction.DisposeAsync();
        Assert.False(await trial.IsWholeOrNothingAsync());
        await IsAsItWasAsync(trial);
        await trial.LeavesNothingBehindAsync();
        Assert.Single(trial.Proxy.Pipelines);
    }

    private static async Task TheCallersRowIsStoredAsync(Trial trial, IDbContextTransaction transaction)
    {
        Assert.Equal(1, Convert.ToInt32((await TestDatabase.QueryAsync(trial.Context, $"SELECT COUNT(*) FROM tickets WHERE Token = {Callers}"))[0][0], CultureInfo.InvariantCulture));
        await transaction.CommitAsync();
        Assert.Equal(1, await trial.Database.CountAsync($"SELECT COUNT(*) FROM tickets WHERE Token = {Callers} AND Name = 'the caller'"));
        await trial.Database.ExecuteAsync($"DELETE FROM tickets WHERE Token = {Callers}");
        Assert.False(await trial.IsWholeOrNothingAsync());
        await IsAsItWasAsync(trial);
        await trial.LeavesNothingBehindAsync();
        Assert.Single(trial.Proxy.Pipelines);
    }

    // The same connection, outside of any transaction.
    private static async Task IsAsItWasAsync(Trial trial)
    {
        string readOnly = trial.Database.Server.Server.Kind == ServerKind.MySql ? "transaction_read_only" : "tx_read_only";
        object?[] session = (await TestDatabase.QueryAsync(trial.Context, $"SELECT CONNECTION_ID(), @@SESSION.{readOnly}, @@SESSION.autocommit"))[0];
        Assert.Equal([trial.Pipeline.ThreadId, 0, 1], session.Select(value => Convert.ToInt64(value, CultureInfo.InvariantCulture)));
    }
}
