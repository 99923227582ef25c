namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>Half a run: of two classes with the same tests for both servers it takes one, and the other half takes the other. Two variants that have a driver
/// or an EF Core version in common share its tests that way.</summary>
internal static class HalfRun
{
    // 1 or 2.
    private const string Variable = "MYSQLBULK_HALF";

    private static readonly int? Half = int.TryParse(Environment.GetEnvironmentVariable(Variable), out int half) ? half : null;

    /// <summary>Whether a class is left to the other half.</summary>
    public static bool LeavesOut(string className)
    {
        int server = className.LastIndexOf("On", StringComparison.Ordinal);
        return Half is int half && className[Math.Max(0, server)..] switch
        {
            "OnMySql" => (server + half) % 2 == 0,
            "OnMariaDb" => (server + half) % 2 != 0,
            _ => false,
        };
    }
}
