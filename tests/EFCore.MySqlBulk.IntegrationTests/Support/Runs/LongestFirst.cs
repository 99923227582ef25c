using EFCore.MySqlBulk.IntegrationTests.Clusters;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestCollectionOrderer(typeof(LongestFirst))]

namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>Starts classes that take long or mostly wait first, so that the short ones fill the gaps.</summary>
public sealed class LongestFirst : ITestCollectionOrderer
{
    private static readonly string[] Long =
        ["LargeTable", "LostConnection", "Fidelity", "JoinedFailure", "Cancelled", "SilentNetwork", "FaultMachine", "PromptEnd", "GeneratedGraph", "RefusedRow", "StoredForm", "IndexUse", "LookedUpGraph", "SynchronizedGraph", "KeyList", "LargeScope",
            "OwnAnswer", "Chinook", "ColumnCount", "Lock", "TypedExpression", "Option", "ReadIndexUse", "SpatialColumn", "ParallelChanges", "InterruptedCount", "RowSize", "LostAnswer"];

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection
        => [.. testCollections.OrderBy(Rank).ThenBy(collection => collection.UniqueID, StringComparer.Ordinal)];

    private static int Rank<TTestCollection>(TTestCollection collection)
        where TTestCollection : ITestCollection
        => collection.TestCollectionDisplayName == OneClusterAtATime.Name ? -1
            : Array.FindIndex(Long, name => collection.TestCollectionDisplayName.Contains($".{name}On", StringComparison.Ordinal)) is int place and >= 0 ? place : Long.Length;
}
