namespace EFCore.MySqlBulk.IntegrationTests.Runs;

/// <summary>Whether a run makes every case of every matrix, on servers with their default settings. Otherwise a matrix is cut down to cases in which each two
/// of its values still meet.</summary>
public static class FullRun
{
    // Set to 1, it asks for a full run.
    private const string Variable = "MYSQLBULK_FULL";

    public static bool IsAsked { get; } = Environment.GetEnvironmentVariable(Variable) == "1";
}
