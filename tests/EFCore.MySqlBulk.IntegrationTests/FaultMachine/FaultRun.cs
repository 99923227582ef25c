using System.Collections.Concurrent;
using EFCore.MySqlBulk.IntegrationTests.Databases;
using EFCore.MySqlBulk.IntegrationTests.Model;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>Runs cases, several at a time.</summary>
internal static class FaultRun
{
    public static async Task<List<FaultReport>> RunAsync(Servers servers, ServerKind kind, int atOnce, IReadOnlyList<FaultCase> cases)
    {
        ConcurrentQueue<FaultCase> waiting = new(cases);
        ConcurrentQueue<FaultReport> reports = [];
        await Task.WhenAll(Enumerable.Range(0, Math.Min(atOnce, cases.Count)).Select(_ => Task.Run(WorkAsync)));
        return [.. reports.OrderBy(report => report.Case.Seed)];

        async Task WorkAsync()
        {
            FaultBench bench = new(await Tickets.EmptyAsync(servers, kind));
            while (waiting.TryDequeue(out FaultCase? of))
            {
                FaultReport report = await bench.RunAsync(of);
                reports.Enqueue(report);
                // What hangs keeps its tables.
                if (report.Violations.Count > 0)
                {
                    await bench.DisposeAsync();
                    bench = new(await Tickets.EmptyAsync(servers, kind));
                }
            }

            await bench.DisposeAsync();
        }
    }
}
