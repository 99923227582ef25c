namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>Whether a run includes every case of every matrix, on servers with their default settings. Otherwise a matrix is reduced to cases in which each pair
/// of its values still occurs.</summary>
public static class FullRun
{
    // 1 requests a full run.
    private const string Variable = "MYSQLBULK_FULL";

    // 1 requests tables of millions of rows.
    private const string LargeVariable = "MYSQLBULK_LARGE";

    public static bool IsAsked { get; } = Environment.GetEnvironmentVariable(Variable) == "1";

    /// <summary>Whether streams, cancelled calls and lists of keys have as many rows as the library promises to stand, which takes an hour.</summary>
    public static bool IsLarge { get; } = Environment.GetEnvironmentVariable(LargeVariable) == "1";
}
