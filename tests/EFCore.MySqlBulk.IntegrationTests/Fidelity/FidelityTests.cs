using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity;

/// <summary>Whatever is stored, and however: the rows, the entities and what the context tracks are those of <c>SaveChanges</c>.</summary>
[BothServers]
public abstract class FidelityTests(Servers servers, ServerKind kind)
{
    /// <summary>How many dimensions' values meet: 2 for every pair, 3 for any three of the mappings and every pair of the types' roles, 6 for every combination there is.</summary>
    private const string StrengthVariable = "MYSQLBULK_FIDELITY";

    /// <summary>The seed of the generated values, as an earlier run has printed it.</summary>
    private const string SeedVariable = "MYSQLBULK_FIDELITY_SEED";

    private const int Pairs = 2;
    private const int Threes = 3;

    [Fact]
    public async Task Everything_is_stored_as_SaveChanges_stores_it()
    {
        ulong seed = (ulong)(Number(SeedVariable) ?? Random.Shared.Next());
        int? asked = Number(StrengthVariable);
        int strength = asked ?? (FullRun.IsAsked ? Threes : Pairs);
        bool isFull = strength > Pairs;
        FidelityRun run = new(await servers.OfAsync(kind, new() { LocalInfile = true }), seed, shares: isFull ? 1 : asked is null ? 8 : 2);
        long start = Stopwatch.GetTimestamp();

        await run.CompareWideAsync(strength);
        await run.CompareRolesAsync(strength == Threes ? Pairs : strength);

        string count = string.Create(CultureInfo.InvariantCulture, $"{run.Cells:N0} values in {run.Runs:N0} runs");
        string summary = string.Create(CultureInfo.InvariantCulture, $"{kind}: {count}, {Stopwatch.GetElapsedTime(start).TotalSeconds:0} s, {SeedVariable}={seed}");
        TestContext.Current.TestOutputHelper!.WriteLine(summary);
        foreach (string left in run.NotApplicable)
            TestContext.Current.TestOutputHelper!.WriteLine(left);
        Assert.True(run.Differences.Count == 0, $"{summary}\n{run.Differences.Count} differences:\n{string.Join('\n', run.Differences.Take(30))}");
#if !POMELO
        Assert.Empty(run.NotApplicable);
#endif
        // Otherwise a refusal of everything would be nothing but equal.
        Assert.All(run.Result.Ways.Where(cell => cell.Key.Row == WideMappings.All[0].Name), static cell => Assert.Equal([Outcome.Equal], cell.Value));
#if EFCORE10 && CONNECTORNET
        IReadOnlyList<string> wrong = FidelityPage.Check(kind, run.Result, isFull, count);
        Assert.True(wrong.Count == 0, $"docs/fidelity.md is wrong. Run this test with EFCoreVersion=10, MYSQLBULK_FULL=1 and UPDATE_DOCS=1, and review the change.\n{summary}\n{string.Join('\n', wrong.Take(30))}");
#endif
    }

    private static int? Number(string variable) => int.TryParse(Environment.GetEnvironmentVariable(variable), CultureInfo.InvariantCulture, out int number) ? number : null;
}
