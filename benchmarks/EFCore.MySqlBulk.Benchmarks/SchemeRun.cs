using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>All schemes at every round trip time, from the server to the report.</summary>
internal sealed class SchemeRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    public Task<SchemeReport> RunAsync() => BenchServer.UseAsync(arguments, progress, MeasureAsync, token);

    private async Task<SchemeReport> MeasureAsync(string connection)
    {
        // As in the report: without TLS, unless asked for.
        await using BenchDatabase database = await BenchDatabase.CreateAsync(PlainTransport.Of(connection));
        Machine machine = await Machine.ReadAsync(database);
        List<RoundTripTime> roundTrips = [];
        List<SchemeMeasurement> measurements = [];
        foreach (double milliseconds in arguments.RoundTripMs)
        {
            using DelayingRelay? relay = milliseconds > 0 ? new(AddressOf(database), TimeSpan.FromMilliseconds(milliseconds)) : null;
            BenchDatabase way = relay is null ? database : ServerAddress.Through(database, relay.Port);
            roundTrips.Add(await RoundTripTime.MeasureAsync(way, milliseconds));
            measurements.AddRange(await MeasureAsync(database, way, milliseconds));
        }
        return new(machine, arguments.IsQuick, roundTrips, measurements, [.. PublishedSpeedUps.Against(measurements)]);
    }

    private async Task<List<SchemeMeasurement>> MeasureAsync(BenchDatabase database, BenchDatabase way, double milliseconds)
    {
        List<SchemeMeasurement> measurements = [];
        foreach (SchemeOperation operation in arguments.Only.Select(SchemeOperation.Create))
        {
            SchemeWorkload workload = new(database, operation, operation.Schemes(way));
            RoundRobin rounds = new(database, workload, arguments, token);
            foreach (int rows in arguments.SchemeRowCounts)
            {
                progress.Report($"{operation.Name} {rows:N0} rows, round trip {milliseconds} ms …");
                IReadOnlyList<Series> series = await rounds.MeasureAsync(rows, SchemeRounds.For(rows, milliseconds, arguments));
                measurements.AddRange(SchemeMeasurement.Of(operation.Name, rows, milliseconds, series));
            }
        }
        return measurements;
    }

    private static ServerAddress AddressOf(BenchDatabase database) =>
        ServerAddress.Of(database) ?? throw new IOException("--rtt needs a server that is reached by host and port");
}
