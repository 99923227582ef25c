using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Streaming;

/// <summary>Millions of rows from a stream in one transaction, and the same call cancelled halfway, from the server to the report.</summary>
internal sealed class StreamRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    private readonly List<StreamSample> _samples = [];
    private long _before;
    private long _started;
    private int _read;

    public async Task<StreamReport> RunAsync() =>
        ResultsFile.Resume<StreamReport>(arguments, progress) ?? await BenchServer.UseAsync(arguments, progress, MeasureAsync, token);

    private async Task<StreamReport> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        Machine machine = await Machine.ReadAsync(database);
        progress.Report("warming up …");
        await InsertAsync(database, arguments.WarmUpStreamedRows, run: 1, token);
        progress.Report($"{arguments.StreamedRows:N0} rows from a stream …");
        await InsertAsync(database, arguments.StreamedRows, run: 2, token);
        TimeSpan elapsed = Stopwatch.GetElapsedTime(_started);
        await VerifyAsync(database, run: 2);
        StreamSample[] samples = [.. _samples];
        progress.Report($"  {elapsed.TotalSeconds:N1} s, {samples.Max(sample => sample.LiveMiB):N1} MiB at most; the same, cancelled halfway …");
        return new(machine, arguments.IsQuick, arguments.StreamedRows, elapsed.TotalSeconds, samples, await CancelAsync(database));
    }

    // Until the call ends its memory and its progress are noted.
    private async Task InsertAsync(BenchDatabase database, int rows, int run, CancellationToken cancellation)
    {
        await using (BenchContext empty = await database.OpenAsync())
            await empty.ExecuteAsync("TRUNCATE TABLE bench_users");
        _samples.Clear();
        _read = 0;
        _before = GC.GetTotalMemory(forceFullCollection: true);
        _started = Stopwatch.GetTimestamp();
        await using BenchContext context = database.Context();
        await using Timer timer = new(_ => Note(), null, Interval, Interval);
        BulkResult result = await context.BulkInsertAsync(RowsAsync(rows, run), cancellationToken: cancellation);
        if (result.RowsInserted != rows)
            throw new WrongOutcomeException($"{result.RowsInserted} rows inserted instead of {rows}");
    }

    private void Note()
    {
        lock (_samples)
            _samples.Add(new(Stopwatch.GetElapsedTime(_started).TotalSeconds, _read, Growth(LiveMemory.AfterCollection()), Growth(GC.GetTotalMemory(forceFullCollection: false))));
    }

    private double Growth(long bytes) => (bytes - _before) / (1024.0 * 1024);

    // Milliseconds from the cancellation to the end of the call.
    private async Task<double> CancelAsync(BenchDatabase database)
    {
        using CancellationTokenSource cancellation = CancellationTokenSource.CreateLinkedTokenSource(token);
        Task call = InsertAsync(database, arguments.StreamedRows, run: 3, cancellation.Token);
        while (_read < arguments.StreamedRows / 2 && !call.IsCompleted)
            await Task.Delay(Interval, token);
        long cancelled = Stopwatch.GetTimestamp();
        await cancellation.CancelAsync();
        try
        {
            await call;
            throw new WrongOutcomeException("the call was not cancelled");
        }
        catch (OperationCanceledException) when (!token.IsCancellationRequested)
        {
            double milliseconds = Stopwatch.GetElapsedTime(cancelled).TotalMilliseconds;
            await using BenchContext context = await database.OpenAsync();
            long left = await context.CountAsync("SELECT COUNT(*) FROM bench_users");
            return left == 0 ? milliseconds : throw new WrongOutcomeException($"{left} rows of the call that was cancelled are stored");
        }
    }

    private async IAsyncEnumerable<BenchUser> RowsAsync(int rows, int run)
    {
        for (int number = 1; number <= rows; number++)
        {
            _read = number;
            yield return UserRows.One(0, number, run);
        }

        await Task.CompletedTask;
    }

    // The sums of all columns that differ from row to row; the rows are too many to compare each.
    private async Task VerifyAsync(BenchDatabase database, int run)
    {
        (long Ages, double Scores, long Characters) expected = default;
        for (int number = 1; number <= arguments.StreamedRows; number++)
        {
            BenchUser user = UserRows.One(0, number, run);
            expected = (expected.Ages + user.Age, expected.Scores + user.Score, expected.Characters + user.Name.Length + user.Email.Length);
        }

        await using BenchContext context = await database.OpenAsync();
        string ages = await context.TextAsync("SELECT SUM(age) FROM bench_users");
        long scores = await context.CountAsync("SELECT CAST(SUM(score) * 4 AS SIGNED) FROM bench_users");
        long characters = await context.CountAsync("SELECT SUM(CHAR_LENGTH(name) + CHAR_LENGTH(email)) FROM bench_users");
        if (ages != $"{expected.Ages}" || scores != (long)(expected.Scores * 4) || characters != expected.Characters)
            throw new WrongOutcomeException($"the sums of the stored columns are {ages}, {scores} and {characters} instead of {expected.Ages}, {expected.Scores * 4} and {expected.Characters}");
    }
}
