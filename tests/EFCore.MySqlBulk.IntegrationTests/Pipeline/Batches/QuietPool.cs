namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;

/// <summary>Tests that count on the driver's pool: a provider clears all pools of the process when a test drops its database.</summary>
[CollectionDefinition(nameof(QuietPool), DisableParallelization = true)]
public sealed class QuietPool;
