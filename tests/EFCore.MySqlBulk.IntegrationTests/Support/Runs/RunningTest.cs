namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>The test that runs. Every file uses it without a qualifier.</summary>
public static class RunningTest
{
    /// <summary>Ends a test that is stopped.</summary>
    public static CancellationToken Token => TestContext.Current.CancellationToken;
}
