using Cities.Model;
using Cities.Output;
using EFCore.MySqlBulk;

namespace Cities.Steps;

/// <summary>Runs each step twice: a slice of it with SaveChanges, which is rolled back, then all of it in bulk.</summary>
internal sealed class StepRunner(SampleDatabase database, IStepDisplay display)
{
    private readonly List<StepResult> _results = [];

    public IReadOnlyList<StepResult> Results => _results;

    /// <param name="title">What the step does.</param>
    /// <param name="rows">The number of rows.</param>
    /// <param name="track">Adds a number of them, from the first one on, to a context for SaveChanges.</param>
    /// <param name="runInBulk">The bulk operation.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public async Task RunAsync(
        string title,
        int rows,
        Action<CitiesContext, int> track,
        Func<IProgress<BulkProgress>, Task<BulkResult>> runInBulk,
        CancellationToken cancellationToken)
    {
        SliceTime? slice = await display.WaitAsync(
            $"{title}: SaveChanges on a slice, for comparison", () => SaveChangesSlice.MeasureAsync(database, rows, track, cancellationToken));
        BulkResult result = await display.ShowAsync(title, rows, runInBulk);
        _results.Add(new(title, result, slice));
    }
}
