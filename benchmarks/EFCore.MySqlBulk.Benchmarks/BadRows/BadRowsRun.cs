using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.BadRows;

/// <summary>Imports rows of which some are bad and set aside, and the same number of good rows, from the server to the report.</summary>
internal sealed class BadRowsRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    private const int Rounds = 7;
    private const int QuickRounds = 1;
    private const int LongestName = 50;

    // The bad rows of a hundred thousand; null for an import that does not set rows aside.
    private static readonly Import[] Imports =
    [
        new("good rows, Rejected not set", null),
        new("good rows", (_, _) => false),
        new("one bad row", (i, rows) => i == rows / 2),
        new("one of 1,000 is bad", (i, _) => i % 1_000 == 500),
        new("one of 100 is bad", (i, _) => i % 100 == 50),
        new("one of 5 is bad", (i, _) => i % 5 == 2),
        new("one of 1,000, unforeseen", (i, _) => i % 1_000 == 500, IsForeseen: false),
        new("one of 100, unforeseen", (i, _) => i % 100 == 50, IsForeseen: false),
        new("one of 5, unforeseen", (i, _) => i % 5 == 2, IsForeseen: false),
    ];

    public async Task<BadRowsReport> RunAsync() =>
        ResultsFile.Resume<BadRowsReport>(arguments, progress) ?? await BenchServer.UseAsync(arguments, progress, MeasureAsync, token);

    private async Task<BadRowsReport> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        Machine machine = await Machine.ReadAsync(database);
        int rounds = arguments.Rounds ?? (arguments.IsQuick ? QuickRounds : Rounds);
        (List<double> Ms, int Bad)[] measured = [.. Imports.Select(_ => (new List<double>(), 0))];
        for (int round = -1; round < rounds; round++)
        {
            progress.Report(round < 0 ? "warming up …" : $"{arguments.ImportedRows:N0} rows, round {round + 1} of {rounds} …");
            // Each round begins with another one.
            for (int i = 0; i < Imports.Length; i++)
            {
                int at = (round + 1 + i) % Imports.Length;
                (double ms, measured[at].Bad) = await RunAsync(database, Imports[at], round);
                if (round >= 0)
                    measured[at].Ms.Add(ms);
            }
        }

        return new(
            machine, arguments.IsQuick, arguments.ImportedRows,
            [.. Imports.Select((import, i) => new BadRowsFigure(import.Name, measured[i].Bad, Median.Of(measured[i].Ms), Median.Of(measured[i].Ms.Zip(measured[0].Ms, (own, first) => own / first))))], rounds);
    }

    private async Task<(double Ms, int Bad)> RunAsync(BenchDatabase database, Import import, int round)
    {
        token.ThrowIfCancellationRequested();
        BenchUser[] users = UserRows.New(arguments.ImportedRows, round + 2);
        BenchUser[] bad = import.IsBad is null ? [] : [.. users.Where((_, i) => import.IsBad(i, users.Length))];
        // The server's column may be shorter than the model's.
        int longest = import.IsForeseen ? LongestName : LongestName - 1;
        foreach (BenchUser user in bad)
            user.Name = new('x', longest + 1);
        await using (BenchContext empty = await database.OpenAsync())
        {
            await empty.ExecuteAsync("TRUNCATE TABLE bench_users");
            await empty.ExecuteAsync(string.Create(CultureInfo.InvariantCulture, $"ALTER TABLE bench_users MODIFY name VARCHAR({longest}) NOT NULL"));
        }
        await Purge.SettleAsync(database);
        GC.Collect();
        await using BenchContext context = await database.OpenAsync();
        long started = Stopwatch.GetTimestamp();
        BulkResult result = await context.BulkInsertAsync(users, new() { Rejected = import.IsBad is null ? null : RejectedRows.Collect(users.Length) }, token);
        double elapsed = Stopwatch.GetElapsedTime(started).TotalMilliseconds;
        if (!result.Rejected.Select(row => row.Row).SequenceEqual(bad))
            throw new WrongOutcomeException($"{result.RowsRejected} rows were set aside instead of {bad.Length}, or others");
        await StoredUsers.VerifyAsync(context, users.Except(bad));
        return (elapsed, bad.Length);
    }

    private sealed record Import(string Name, Func<int, int, bool>? IsBad, bool IsForeseen = true);
}
