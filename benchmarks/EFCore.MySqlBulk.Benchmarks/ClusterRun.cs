using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Clusters;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Inserts on one server and on a group of three, each by one server and by a list of servers in the connection string, from the servers to the report.</summary>
internal sealed class ClusterRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    // A list of servers costs a few percent at most, which fewer rounds would not show.
    private const int Rounds = 15;

    // FailOver takes the first one that answers, and a server that was started for the run is the only one at its port.
    private const string NobodysAddress = "127.0.0.9";

    private readonly FinishedMeasurements<ClusterReport, ClusterMeasurement> _finished =
        new(arguments, progress, (machine, measurements) => new(machine, arguments.IsQuick, measurements, [.. ClusterFigures.Of(measurements)]));

    private IEnumerable<int> Left => arguments.ClusterRowCounts.Where(rows => !_finished.Has(m => m.Rows == rows));

    public async Task<ClusterReport> RunAsync()
    {
        _finished.Resume();
        if (Left.Any())
            await BenchServer.UseAsync(arguments, progress, one => BenchServer.UseGroupAsync(progress, group => MeasureAsync(one, group), token), token);
        return _finished.Report;
    }

    private async Task<bool> MeasureAsync(string oneConnection, IReadOnlyList<string> groupConnections)
    {
        await using BenchPlace one = await BenchPlace.CreateAsync(ClusterMeasurement.One, [oneConnection], isOwn: true);
        await using BenchPlace group = await BenchPlace.CreateAsync(ClusterMeasurement.Group, groupConnections, isOwn: true);
        await _finished.BeginAsync(group.Primary);
        PlacedInsert[] techniques =
        [
            .. Of(one, [HostOf(oneConnection), NobodysAddress]),
            .. Of(group, [.. groupConnections.Select(HostOf)]),
        ];
        RoundRobin rounds = new(one.Primary, new PlacedWorkload([one, group], techniques), arguments, token);
        foreach (int rows in Left.ToList())
        {
            progress.Report($"{rows:N0} rows …");
            double? load = LoadAverage.Read();
            RoundPlan plan = RoundPlan.For(rows, arguments);
            IReadOnlyList<Series> series = await rounds.MeasureAsync(rows, arguments.IsQuick || arguments.Rounds is not null ? plan : plan with { Rounds = Rounds });
            await _finished.AddAsync(ClusterMeasurement.Of(rows, series, load));
        }
        return true;
    }

    private static IEnumerable<PlacedInsert> Of(BenchPlace place, IReadOnlyList<string> hosts)
    {
        string list = BenchPlace.With(BenchPlace.With(place.Primary.ConnectionString, "Server", string.Join(',', hosts)), "LoadBalance", "FailOver");
        return [new(place.Name, place, place.Primary), new($"{place.Name}{ClusterMeasurement.ByList}", place, place.Primary.Through(list))];
    }

    private static string HostOf(string connection) => (string)new DbConnectionStringBuilder { ConnectionString = connection }["Server"];
}
