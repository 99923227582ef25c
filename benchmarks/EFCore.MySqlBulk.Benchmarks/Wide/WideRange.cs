using EFCore.MySqlBulk.Benchmarks.Workloads;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Wide;

/// <summary>Ranges of keys are read as streams without tracking, so that no range is held in memory. In a group the readers are spread over its servers.</summary>
internal sealed class WideRange(WideRead read, bool isBulk) : WideStep("read", isBulk ? "BulkRead of the keys" : "query of the range", read.Readers, read.Rows)
{
    // Every key is checked. A checksum of every row would take a good part of the time.
    private const int RowsBetweenChecks = 100;

    public override bool Writes => false;

    public override async Task<long> RunAsync(WideTable table, CallTimes times, IProgress<string> progress, CancellationToken token)
    {
        for (int member = 0; member < table.Members; member++)
            await ReadAsync(table, member, first: 1, token);
        await times.WaveAsync(Enumerable.Range(0, Workers).Select<int, Func<Task>>(reader => async () =>
        {
            Random random = new(reader);
            for (int i = 0; i < read.ReadsOfEach; i++)
            {
                long first = 1 + random.NextInt64(table.Rows - RowsOfCall + 1);
                await times.CallAsync(() => ReadAsync(table, reader % table.Members, first, token));
            }
        }));
        return (long)Workers * read.ReadsOfEach * RowsOfCall;
    }

    private async Task ReadAsync(WideTable table, int member, long first, CancellationToken token)
    {
        await using WideContext context = table.Context(member);
        IAsyncEnumerable<WideRow?> rows = isBulk
            ? context.Rows.AsNoTracking().BulkReadAsync(Keys(first).ToAsyncEnumerable(), cancellationToken: token)
            : context.Rows.AsNoTracking().Where(row => row.Id >= first && row.Id < first + RowsOfCall).OrderBy(row => row.Id).AsAsyncEnumerable();
        long next = first;
        await foreach (WideRow? row in rows.WithCancellation(token))
        {
            if (row?.Id != next || (next % RowsBetweenChecks == 0 && !table.Expected.IsRight(row)))
                throw new WrongOutcomeException($"{Name}: the row {next} was not read as it was stored.");
            next++;
        }
        if (next != first + RowsOfCall)
            throw new WrongOutcomeException($"{Name}: {next - first} rows were read instead of {RowsOfCall}.");
    }

    private IEnumerable<long> Keys(long first)
    {
        for (long key = first; key < first + RowsOfCall; key++)
            yield return key;
    }
}
