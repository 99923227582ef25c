using System.Diagnostics;
using Archive.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace Archive.Load;

/// <summary>An application at work: people look at visits, mostly at new ones, and each look is counted and stored in one transaction, one after the other.</summary>
internal sealed class OltpLoad(VisitsDatabase database, Run run) : IAsyncDisposable
{
    private readonly CancellationTokenSource _ending = new();
    private readonly Latencies _latencies = new();
    private Task _work = Task.CompletedTask;

    /// <summary>What it took since the last time that somebody asked.</summary>
    public LoadSample Sample() => _latencies.Take();

    public void Start() => _work = Task.Run(RunAsync);

    /// <summary>Waits until the look in hand is stored, and fails if one did.</summary>
    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        await _work;
        _ending.Dispose();
    }

    private async Task RunAsync()
    {
        Random random = new(4711);
        while (!_ending.IsCancellationRequested)
        {
            // The number of the visit grows with its time.
            double share = random.NextDouble() < 0.8 ? 1 - (random.NextDouble() / 5) : random.NextDouble();
            long id = 1 + (long)(share * (run.Rows - 1));
            long started = Stopwatch.GetTimestamp();
            await LookAsync(id);
            _latencies.Add(Stopwatch.GetElapsedTime(started));
        }
    }

    private async Task LookAsync(long id)
    {
        await using VisitsContext context = database.Open();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync();
        // One that has been archived is not looked at.
        if (await context.Visits.Where(visit => visit.Id == id).ExecuteUpdateAsync(set => set.SetProperty(visit => visit.Views, visit => visit.Views + 1)) == 1)
        {
            context.Add(new View { VisitId = id });
            await context.SaveChangesAsync();
        }

        await transaction.CommitAsync();
    }
}
