namespace EFCore.MySqlBulk.IntegrationTests.Runs;

/// <summary>Whether a run includes every case of every matrix, on servers with their default settings. Otherwise a matrix is reduced to cases in which each pair
/// of its values still occurs.</summary>
public static class FullRun
{
    // 1 requests a full run.
    private const string Variable = "MYSQLBULK_FULL";

    public static bool IsAsked { get; } = Environment.GetEnvironmentVariable(Variable) == "1";
}
