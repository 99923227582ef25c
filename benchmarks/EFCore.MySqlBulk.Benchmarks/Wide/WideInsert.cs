using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Wide;

/// <summary>The table is filled in batches, each a call on a new context. Keys are written back; the two computed columns are not, as in a load that is not interested in them.</summary>
internal sealed class WideInsert(WidePlan plan, int writers) : WideStep("insert", "BulkInsert", writers, plan.InsertRows)
{
    private const int WavesBetweenMessages = 10;

    public override bool NeedsRows => false;

    public override async Task<long> RunAsync(WideTable table, CallTimes times, IProgress<string> progress, CancellationToken token)
    {
        await InsertAsync(table, WideRows.Of(1, RowsOfCall), token);
        await table.EmptyAsync();
        int wave = 0;
        for (long done = 0; done < plan.Rows; wave++)
        {
            token.ThrowIfCancellationRequested();
            WideRow[][] batches = Batches(done);
            await times.WaveAsync(batches.Select<WideRow[], Func<Task>>(rows => () => times.CallAsync(() => InsertAsync(table, rows, token))));
            foreach (WideRow[] rows in batches)
                table.Take(rows, Name);
            done += batches.Sum(rows => rows.Length);
            if (wave % Math.Max(1, WavesBetweenMessages / Workers) == 0)
                progress.Report($"{Name}: {done:N0} of {plan.Rows:N0} rows, {done / times.Elapsed.TotalSeconds:N0} rows/s");
        }
        return plan.Rows;
    }

    private WideRow[][] Batches(long done)
    {
        long[] firsts = [.. Enumerable.Range(0, Workers).Select(i => done + ((long)i * RowsOfCall)).Where(first => first < plan.Rows)];
        return [.. firsts.AsParallel().AsOrdered().Select(first => WideRows.Of(first + 1, (int)Math.Min(RowsOfCall, plan.Rows - first)))];
    }

    private async Task InsertAsync(WideTable table, WideRow[] rows, CancellationToken token)
    {
        await using WideContext context = table.Context();
        BulkResult result = await context.BulkInsertAsync(rows, new() { ReadGenerated = false }, token);
        if (result.RowsInserted != rows.Length)
            throw new WrongOutcomeException($"{Name}: a call says that it inserted {result.RowsInserted} rows instead of {rows.Length}.");
    }
}
