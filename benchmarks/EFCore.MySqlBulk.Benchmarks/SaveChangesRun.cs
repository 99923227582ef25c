using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Saving;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>SaveChanges by the provider and in bulk, from the server to the report.</summary>
internal sealed class SaveChangesRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    // The rows of a graph, and those of two tables, are compared once, with as many rows as this.
    private const int MostEntities = 10_000;

    private readonly bool _inserts = arguments.Only.Contains("insert");

    public Task<SaveChangesReport> RunAsync() => BenchServer.UseAsync(arguments, progress, MeasureAsync, token);

    private async Task<SaveChangesReport> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        Machine machine = await Machine.ReadAsync(database);
        SavingDatabase saving = await SavingDatabase.CreateAsync(database);
        // Before all others, because the first is the first of the process.
        IReadOnlyList<FirstSaveMeasurement> first = [];
        if (_inserts && arguments.Techniques.Count == 0)
        {
            progress.Report("first saves …");
            first = await new FirstSaves(saving, token).MeasureAsync(arguments.IsQuick ? 2 : arguments.Rounds);
        }
        List<SaveMeasurement> measurements = [];
        foreach (string operation in arguments.Only)
            measurements.AddRange(await MeasureAsync(saving, new SaveUsers(database, operation), arguments.SavedRowCounts));
        if (_inserts)
        {
            int entities = Math.Min(MostEntities, arguments.SavedRowCounts.Max());
            measurements.AddRange(await MeasureAsync(saving, new SaveOrders(database), [entities * SaveOrders.RowsPerOrder]));
            measurements.AddRange(await MeasureAsync(saving, new SaveEmployees(database), [entities]));
        }
        return new(machine, arguments.IsQuick, measurements, first, [.. SaveFigures.Of(measurements, first)]);
    }

    private async Task<List<SaveMeasurement>> MeasureAsync(SavingDatabase database, SaveOperation operation, IReadOnlyList<int> rowCounts)
    {
        SaveWorkload workload = new(database, operation);
        await workload.LoadAsync();
        RoundRobin rounds = new(database.Tables, workload, arguments, token);
        List<SaveMeasurement> measurements = [];
        foreach (int rows in rowCounts)
        {
            progress.Report($"{operation.Name}, {rows:N0} rows …");
            workload.RowsPerSave = rows;
            IReadOnlyList<Series> series = await rounds.MeasureAsync(rows * SaveRounds.SavesPerRun(rows), SaveRounds.For(rows, arguments));
            measurements.AddRange(SaveMeasurement.Of(workload, series));
        }
        return measurements;
    }
}
