using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Saving;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>SaveChanges by the provider and in bulk, from the server to the report.</summary>
internal sealed class SaveChangesRun
{
    // The rows of a graph, and those of two tables, are compared once, with as many rows as this.
    private const int MostEntities = 10_000;

    private readonly Arguments _arguments;
    private readonly IProgress<string> _progress;
    private readonly CancellationToken _token;
    private readonly bool _inserts;
    private readonly FinishedMeasurements<SaveChangesReport, SaveMeasurement> _finished;

    public SaveChangesRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
    {
        (_arguments, _progress, _token) = (arguments, progress, token);
        _inserts = arguments.Only.Contains("insert");
        _finished = new(arguments, progress, (machine, measurements) => new(machine, arguments.IsQuick, measurements, [.. SaveFigures.Of(measurements)]));
    }

    // Each operation, and the numbers of rows.
    private IEnumerable<(Func<BenchDatabase, SaveOperation> Operation, string Name, IReadOnlyList<int> RowCounts)> Steps
    {
        get
        {
            foreach (string name in _arguments.Only)
                yield return (database => new SaveUsers(database, name), name, _arguments.SavedRowCounts);
            if (!_inserts)
                yield break;
            int entities = Math.Min(MostEntities, _arguments.SavedRowCounts.Max());
            yield return (database => new SaveOrders(database), SaveOrders.NameOf(SaveOrders.LinesPerOrder), [entities * SaveOrders.RowsPerOrder]);
            yield return (database => new SaveEmployees(database), SaveEmployees.Operation, [entities]);
        }
    }

    public Task<SaveChangesReport> RunAsync() => _finished.CompleteAsync(() => Steps.Any(step => Left(step.Name, step.RowCounts).Any()), MeasureAsync, _token);

    private IEnumerable<int> Left(string operation, IReadOnlyList<int> rowCounts) => rowCounts.Where(rows => !_finished.Has(m => m.Operation == operation && m.Rows == rows));

    private async Task<bool> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        await _finished.BeginAsync(database);
        SavingDatabase saving = await SavingDatabase.CreateAsync(database);
        foreach (var (operation, name, rowCounts) in Steps)
        {
            if (Left(name, rowCounts).ToList() is { Count: > 0 } left)
                await MeasureAsync(saving, operation(database), left);
        }
        return true;
    }

    private async Task MeasureAsync(SavingDatabase database, SaveOperation operation, IReadOnlyList<int> rowCounts)
    {
        SaveWorkload workload = new(database, operation);
        await workload.LoadAsync();
        RoundRobin rounds = new(database.Tables, workload, _arguments, _token);
        foreach (int rows in rowCounts)
        {
            _progress.Report($"{operation.Name}, {rows:N0} rows …");
            workload.RowsPerSave = rows;
            IReadOnlyList<Series> series = await rounds.MeasureAsync(rows * SaveRounds.SavesPerRun(rows), SaveRounds.For(rows, _arguments));
            await _finished.AddAsync(SaveMeasurement.Of(workload, series));
        }
    }
}
