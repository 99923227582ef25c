using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>All schemes at every round trip time, from the server to the report.</summary>
internal sealed class SchemeRun
{
    private readonly Arguments _arguments;
    private readonly IProgress<string> _progress;
    private readonly CancellationToken _token;
    private readonly FinishedMeasurements<SchemeReport, SchemeMeasurement> _finished;
    private readonly List<RoundTripTime> _roundTrips = [];

    public SchemeRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
    {
        (_arguments, _progress, _token) = (arguments, progress, token);
        _finished = new(arguments, progress, (machine, measurements) => new(machine, arguments.IsQuick, [.. _roundTrips], measurements, [.. PublishedSpeedUps.Against(measurements)]));
    }

    public async Task<SchemeReport> RunAsync()
    {
        if (_finished.Resume() is { } earlier)
            _roundTrips.AddRange(earlier.RoundTrips);
        if (_arguments.RoundTripMs.Any(AreLeft))
            await BenchServer.UseAsync(_arguments, _progress, MeasureAsync, _token);
        return _finished.Report;
    }

    private bool AreLeft(double milliseconds) => _arguments.Only.Any(operation => Left(operation, milliseconds).Any());

    private IEnumerable<int> Left(string operation, double milliseconds) =>
        _arguments.SchemeRowCounts.Where(rows => !_finished.Has(m => m.Operation == operation && m.Rows == rows && m.RoundTripMs == milliseconds));

    private async Task<bool> MeasureAsync(string connection)
    {
        // As in the report: without TLS, unless asked for.
        await using BenchDatabase database = await BenchDatabase.CreateAsync(PlainTransport.Of(connection));
        await _finished.BeginAsync(database);
        foreach (double milliseconds in _arguments.RoundTripMs.Where(AreLeft))
        {
            using DelayingRelay? relay = milliseconds > 0 ? DelayingRelay.To(database, TimeSpan.FromMilliseconds(milliseconds)) : null;
            BenchDatabase way = relay is null ? database : ServerAddress.Through(database, relay.Port);
            _roundTrips.RemoveAll(earlier => earlier.AskedMs == milliseconds);
            _roundTrips.Add(await RoundTripTime.MeasureAsync(way, milliseconds));
            await MeasureAsync(database, way, milliseconds);
        }
        return true;
    }

    private async Task MeasureAsync(BenchDatabase database, BenchDatabase way, double milliseconds)
    {
        foreach (SchemeOperation operation in _arguments.Only.Select(SchemeOperation.Create))
        {
            SchemeWorkload workload = new(database, operation, operation.Schemes(way));
            RoundRobin rounds = new(database, workload, _arguments, _token);
            foreach (int rows in Left(operation.Name, milliseconds).ToList())
            {
                _progress.Report($"{operation.Name} {rows:N0} rows, round trip {milliseconds} ms …");
                IReadOnlyList<Series> series = await rounds.MeasureAsync(rows, SchemeRounds.For(rows, milliseconds, _arguments));
                await _finished.AddAsync(SchemeMeasurement.Of(operation.Name, rows, milliseconds, series));
            }
        }
    }
}
