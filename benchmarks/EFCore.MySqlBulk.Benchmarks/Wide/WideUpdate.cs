using EFCore.MySqlBulk.Benchmarks.Workloads;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Wide;

/// <summary>Ranges of rows are read, changed in four columns, and updated by a call, which reads back what the server computes of them. Only the call is timed.</summary>
internal sealed class WideUpdate(WidePlan plan, int writers) : WideStep("update", "BulkUpdate", writers, plan.UpdateRows)
{
    private const int WavesBetweenMessages = 24;

    public override async Task<long> RunAsync(WideTable table, CallTimes times, IProgress<string> progress, CancellationToken token)
    {
        await UpdateAsync(table, await ChangedAsync(table, 0, token), keep: true, token);
        for (int done = 0, wave = 0; done < plan.Updates; done += Workers, wave++)
        {
            token.ThrowIfCancellationRequested();
            WideRow[][] ranges = await Task.WhenAll(Enumerable.Range(done, Workers).Select(call => ChangedAsync(table, call, token)));
            await times.WaveAsync(ranges.Select<WideRow[], Func<Task>>(rows => () => times.CallAsync(() => UpdateAsync(table, rows, keep: false, token))));
            foreach (WideRow[] rows in ranges)
                Take(table, rows);
            if (wave % Math.Max(1, WavesBetweenMessages / Workers) == 0)
                progress.Report($"{Name}: {done + Workers} of {plan.Updates} updates, {(done + Workers) * RowsOfCall / times.Elapsed.TotalSeconds:N0} rows/s");
        }
        return (long)plan.Updates * RowsOfCall;
    }

    private async Task<WideRow[]> ChangedAsync(WideTable table, int call, CancellationToken token)
    {
        long first = 1L + (call % (plan.Rows / RowsOfCall) * (long)RowsOfCall);
        await using WideContext context = table.Context();
        WideRow[] rows = await context.Rows.AsNoTracking().Where(row => row.Id >= first && row.Id < first + RowsOfCall).ToArrayAsync(token);
        if (rows.Length != RowsOfCall || !Array.TrueForAll(rows, table.Expected.IsRight))
            throw new WrongOutcomeException($"{Name}: the range from {first} on was read with other rows than were stored.");
        foreach (WideRow row in rows)
            WideRows.Change(row);
        return rows;
    }

    private async Task UpdateAsync(WideTable table, WideRow[] rows, bool keep, CancellationToken token)
    {
        await using WideContext context = table.Context();
        BulkResult result = await context.BulkUpdateAsync(rows, new() { Update = row => new { row.Status, row.Quantity, row.Price, row.ShippedAt } }, token);
        if (result.RowsUpdated != rows.Length)
            throw new WrongOutcomeException($"{Name}: a call says that it updated {result.RowsUpdated} rows instead of {rows.Length}.");
        if (keep)
            Take(table, rows);
    }

    private void Take(WideTable table, WideRow[] rows)
    {
        if (Array.Find(rows, row => (row.Total, row.Gross) != WideRows.Computed(row)) is { } wrong)
            throw new WrongOutcomeException($"{Name}: the row {wrong.Id} got the computed values {wrong.Total} and {wrong.Gross} instead of {WideRows.Computed(wrong)}.");
        table.Take(rows, Name);
    }
}
