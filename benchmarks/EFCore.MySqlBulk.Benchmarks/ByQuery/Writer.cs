using System.Diagnostics;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.ByQuery;

/// <summary>Changes a row of the same table every few milliseconds, old ones too, and notes how long it waits.</summary>
internal sealed class Writer(VisitTables tables, int rows)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);
    private readonly List<double> _waits = [];

    /// <summary>The time that 99 % of its statements took at most, in ms.</summary>
    public double P99Ms => _waits.Order().ElementAt((int)((_waits.Count - 1) * 0.99));

    /// <summary>The longest time of a statement, in ms.</summary>
    public double LongestMs => _waits.Max();

    public async Task WhileAsync(Func<Task> work)
    {
        using CancellationTokenSource ended = new();
        Task writing = Task.Run(() => WriteAsync(ended.Token));
        try
        {
            await work();
        }
        finally
        {
            await ended.CancelAsync();
            await writing;
        }
    }

    private async Task WriteAsync(CancellationToken token)
    {
        Random random = new(1);
        await using VisitContext context = tables.Context();
        await context.Database.OpenConnectionAsync(CancellationToken.None);
        do
        {
            long id = random.Next(rows) + 1;
            long started = Stopwatch.GetTimestamp();
            // An old row is written as it is, so that it can be checked.
            await context.Database.ExecuteSqlAsync($"UPDATE bench_visits SET Site = Site + (Id > {rows / 3}) WHERE Id = {id}", CancellationToken.None);
            _waits.Add(Stopwatch.GetElapsedTime(started).TotalMilliseconds);
            await Task.Delay(Pause, CancellationToken.None);
        }
        while (!token.IsCancellationRequested);
    }
}
