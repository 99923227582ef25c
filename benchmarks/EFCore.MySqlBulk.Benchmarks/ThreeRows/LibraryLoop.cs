using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.ThreeRows;

/// <summary>The library's call: the same statement, and a tuple of nine for each execution.</summary>
internal sealed class LibraryLoop(BenchDatabase database) : InsertLoop
{
    private const string Sql = "INSERT INTO t3 (a, b, c) VALUES ({0}, {1}, {2}), ({3}, {4}, {5}), ({6}, {7}, {8})";

    private BulkResult _result = new();

    public override string Name => $"BulkExecute ({_result.Strategy})";

    public override async Task<Sample> RunAsync(int executions, CancellationToken token)
    {
        int[] numbers = [.. Enumerable.Range(0, executions)];
        GC.Collect();
        long bytes = GC.GetTotalAllocatedBytes(precise: true);
        TimeSpan processor = Environment.CpuUsage.TotalTime;
        long started = Stopwatch.GetTimestamp();
        await using (BenchContext context = database.Context())
            _result = await context.BulkExecuteRawAsync(numbers, Sql, Parameters, cancellationToken: token);
        TimeSpan elapsed = Stopwatch.GetElapsedTime(started);
        processor = Environment.CpuUsage.TotalTime - processor;
        bytes = GC.GetTotalAllocatedBytes(precise: true) - bytes;
        if (_result.RowsAffected != (long)executions * ThreeRowsTable.RowsPerExecution)
            throw new WrongOutcomeException($"{Name}: {_result.RowsAffected} rows affected by {executions} executions");
        return new(elapsed.TotalMilliseconds, bytes, processor);
    }

    private static (int, string, double, int, string, double, int, string, double) Parameters(int execution)
    {
        int a = execution * ThreeRowsTable.RowsPerExecution;
        return (a, $"row {a}", a / 2.0, a + 1, $"row {a + 1}", (a + 1) / 2.0, a + 2, $"row {a + 2}", (a + 2) / 2.0);
    }
}
