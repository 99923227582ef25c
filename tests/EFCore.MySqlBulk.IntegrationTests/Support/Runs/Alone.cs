namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>The tests that nothing else in the process may run beside: they run one after the other when all others have ended.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public static class Alone
{
    public const string Name = "Alone";
}
