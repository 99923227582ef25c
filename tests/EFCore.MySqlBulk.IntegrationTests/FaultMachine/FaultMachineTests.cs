using System.Globalization;
using System.Text;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>Whatever happens to a call, it ends in time, stores all or nothing or says that the outcome is unknown, and reports everything that it leaves behind.</summary>
[BothServers]
public abstract class FaultMachineTests(Servers servers, ServerKind kind)
{
    /// <summary>How many calls a run makes on both servers together.</summary>
    private const string CallsVariable = "MYSQLBULK_FAULTS";

    /// <summary>Seeds to run instead, such as <c>17</c>, <c>17,18</c> or <c>1001-2000</c>.</summary>
    private const string SeedsVariable = "MYSQLBULK_FAULT_SEEDS";

    /// <summary>The only operations to make, such as <c>InsertGraph,InsertOrUpdateGraph</c>.</summary>
    private const string OperationsVariable = "MYSQLBULK_FAULT_OPERATIONS";

    private const int AtOnce = 24;

    private static readonly int Calls = FullRun.IsAsked ? 2_000 : 600;

    [Fact]
    public async Task Whatever_goes_wrong_a_call_keeps_its_promises()
    {
        FaultOperation[] operations = Operations();
        List<FaultReport> reports = await new FaultRun(servers, kind).RunAsync(AtOnce, [.. Seeds().Select(seed => FaultCase.Of(seed, kind, operations))]);

        TestContext.Current.TestOutputHelper!.WriteLine(Table(reports));
        FaultReport[] violations = [.. reports.Where(report => report.Violations.Count > 0)];
        Assert.True(violations.Length == 0, $"{violations.Length} of {reports.Count} calls:\n{string.Join('\n', violations.Take(100).Select(report => report.ToString()))}\n{Table(reports)}");
    }

    private static IEnumerable<int> Seeds()
    {
        if (Environment.GetEnvironmentVariable(SeedsVariable) is { Length: > 0 } seeds)
            return seeds.Split(',').SelectMany(Range);
        int calls = int.TryParse(Environment.GetEnvironmentVariable(CallsVariable), CultureInfo.InvariantCulture, out int given) ? given : Calls;
        return Enumerable.Range(1, calls / 2);
    }

    private static FaultOperation[] Operations()
        => Environment.GetEnvironmentVariable(OperationsVariable) is { Length: > 0 } names ? [.. names.Split(',').Select(Enum.Parse<FaultOperation>)] : Enum.GetValues<FaultOperation>();

    private static IEnumerable<int> Range(string seeds)
    {
        int[] ends = [.. seeds.Split('-').Select(end => int.Parse(end, CultureInfo.InvariantCulture))];
        return Enumerable.Range(ends[0], ends[^1] - ends[0] + 1);
    }

    private string Table(List<FaultReport> reports)
    {
        string[] outcomes = [.. reports.Select(report => report.Outcome).Distinct().Order()];
        StringBuilder table = new();
        table.Append(CultureInfo.InvariantCulture, $"{kind}, {reports.Count} calls, the longest {reports.Max(report => report.Took).TotalSeconds:0.0} s\n");
        foreach (FaultReport report in reports.SelectMany(report => report.Before))
            table.Append(CultureInfo.InvariantCulture, $"run again: {report}\n");
        table.Append(CultureInfo.InvariantCulture, $"{"fault",-16}{"calls",7}{"met",7}{string.Concat(outcomes.Select(outcome => $"{outcome,11}"))}{"violations",12}\n");
        foreach (IGrouping<FaultKind, FaultReport> fault in reports.GroupBy(report => report.Case.Kind).OrderBy(group => group.Key))
        {
            table.Append(CultureInfo.InvariantCulture, $"{fault.Key,-16}{fault.Count(),7}{fault.Count(report => report.Happened),7}");
            foreach (string outcome in outcomes)
                table.Append(CultureInfo.InvariantCulture, $"{fault.Count(report => report.Outcome == outcome),11}");
            table.Append(CultureInfo.InvariantCulture, $"{fault.Count(report => report.Violations.Count > 0),12}\n");
        }

        return table.ToString();
    }
}
