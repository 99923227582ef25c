using System.Collections.Concurrent;
using EFCore.MySqlBulk.IntegrationTests.Atomic;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>Runs cases, several at a time.</summary>
internal sealed class FaultRun(Servers servers, ServerKind kind)
{
    // Drivers have timeouts of three seconds and more in a case, and some hang after those.
    private static readonly TimeSpan Starved = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(3);
    private const int Repetitions = 5;

    public async Task<List<FaultReport>> RunAsync(int atOnce, IReadOnlyList<FaultCase> cases)
    {
        ConcurrentQueue<FaultCase> waiting = new(cases);
        ConcurrentQueue<FaultReport> reports = [];
        await Task.WhenAll(Enumerable.Range(0, Math.Min(atOnce, cases.Count)).Select(_ => Task.Run(WorkAsync)));
        return [.. reports.OrderBy(report => report.Case.Seed)];

        async Task WorkAsync()
        {
            FaultBench? bench = null;
            while (waiting.TryDequeue(out FaultCase? of))
            {
                FaultReport report;
                List<FaultReport> before = [];
                while (true)
                {
                    // Pools keep connections for every kind of case.
                    bench ??= await CreateAsync();
                    TimeSpan lost = FairClock.Lost;
                    report = await RunAsync(bench, of) with { Before = before };
                    if (report.Violations.Count == 0)
                        break;
                    // A hanging case keeps its tables.
                    await LeaveAsync(bench);
                    bench = null;
                    // If the process got no processor, the drivers' own timeouts expire, which proves nothing.
                    if (FairClock.Lost - lost < Starved || before.Count == Repetitions)
                        break;
                    before.Add(report);
                }

                reports.Enqueue(report);
            }

            if (bench is not null)
                await LeaveAsync(bench);
        }
    }

    private static async Task<FaultReport> RunAsync(FaultBench bench, FaultCase of)
    {
        Task<FaultReport> run = bench.RunAsync(of);
        return await FairClock.EndsAsync(run, Longest) ? await run : new(of, "hangs", false, Longest, ["the case hangs"]);
    }

    private async Task<FaultBench> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind, Servers.Roomy).CreateAsync(Booking.Model, "AllowLoadLocalInfile=True");
        await database.ExecuteAsync(Decisions.Creation);
        return new(database);
    }

    private static Task LeaveAsync(FaultBench bench) => FairClock.EndsAsync(bench.DisposeAsync().AsTask(), Longest);
}
