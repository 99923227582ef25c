using System.Diagnostics;
using Cities.Model;
using Microsoft.EntityFrameworkCore.Storage;

namespace Cities.Steps;

/// <summary>Does the first rows of a step with SaveChanges, for comparison, in a transaction that is rolled back.</summary>
internal static class SaveChangesSlice
{
    private const int MaxRows = 2_000;
    private const int WarmUpRows = 50;

    /// <param name="database">The database that the step is about to change.</param>
    /// <param name="rows">Rows of the step.</param>
    /// <param name="track">Adds a number of rows, from the first one on, to a context, as added, changed or deleted.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static async Task<SliceTime?> MeasureAsync(
        SampleDatabase database, int rows, Action<CitiesContext, int> track, CancellationToken cancellationToken)
    {
        if (rows == 0)
            return null;
        // Scaling would multiply the one-time cost of the first call, so a warm-up pays it beforehand.
        await RunAsync(database, Math.Min(rows, WarmUpRows), track, cancellationToken);
        return await RunAsync(database, Math.Min(rows, MaxRows), track, cancellationToken);
    }

    private static async Task<SliceTime> RunAsync(
        SampleDatabase database, int rows, Action<CitiesContext, int> track, CancellationToken cancellationToken)
    {
        await using CitiesContext context = database.Open();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(cancellationToken);
        Stopwatch watch = Stopwatch.StartNew();
        track(context, rows);
        await context.SaveChangesAsync(cancellationToken);
        watch.Stop();
        await transaction.RollbackAsync(cancellationToken);
        return new(rows, watch.Elapsed);
    }
}
