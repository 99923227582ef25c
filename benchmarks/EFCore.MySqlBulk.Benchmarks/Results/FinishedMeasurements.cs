using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>What a run has finished. Each measurement is printed and in the results file as soon as it is there, and a run that goes on does not make it again.</summary>
/// <param name="arguments">They name the file.</param>
/// <param name="progress">Where it is printed.</param>
/// <param name="report">Makes the report.</param>
internal sealed class FinishedMeasurements<TReport, TMeasurement>(Arguments arguments, IProgress<string> progress, Func<Machine, IReadOnlyList<TMeasurement>, TReport> report)
    where TReport : class, IReport<TMeasurement>
    where TMeasurement : IMeasured
{
    private readonly List<TMeasurement> _measurements = [];
    private Machine? _machine;

    public TReport Report => report(_machine!, [.. _measurements]);

    /// <summary>Goes on where the results file ends: measures on the server of the run, unless nothing is left to measure.</summary>
    public async Task<TReport> CompleteAsync(Func<bool> isLeft, Func<string, Task<bool>> measure, CancellationToken token)
    {
        Resume();
        if (isLeft())
            await BenchServer.UseAsync(arguments, progress, measure, token);
        return Report;
    }

    /// <summary>Takes over what an interrupted run has finished. Null if there is nothing.</summary>
    /// <exception cref="IOException">The file is not that of such a run.</exception>
    public TReport? Resume()
    {
        if (ResultsFile.Resume<TReport>(arguments, progress) is not { } earlier)
            return null;
        _machine = earlier.Machine;
        _measurements.AddRange(earlier.Measurements);
        return earlier;
    }

    public bool Has(Predicate<TMeasurement> isMeant) => _measurements.Exists(isMeant);

    /// <summary>Notes the machine that the measurements are made on.</summary>
    /// <exception cref="IOException">The finished ones were made on another one.</exception>
    public async Task BeginAsync(BenchDatabase database)
    {
        Machine machine = await Machine.ReadAsync(database);
        if (_machine is not null && !machine.IsLike(_machine))
            throw new IOException($"{arguments.JsonFile} has figures of {_machine.Server}, {_machine.Provider} on {_machine.Cores} cores, not of {machine.Server}, {machine.Provider} on {machine.Cores}. Give another file, or delete it.");
        _machine = _machine is null ? machine : _machine with { LastDate = machine.Date };
    }

    public async Task AddAsync(IEnumerable<TMeasurement> measurements)
    {
        foreach (TMeasurement measurement in measurements)
        {
            _measurements.Add(measurement);
            progress.Report($"  {measurement.Tell()}");
        }
        await SaveAsync();
    }

    public Task SaveAsync() => arguments.JsonFile is { } file ? ResultsFile.WriteAsync(Report, file) : Task.CompletedTask;
}
