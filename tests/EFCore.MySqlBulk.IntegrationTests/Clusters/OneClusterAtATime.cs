namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>The tests that let members fail: one cluster at a time, so that the machine is not so busy that other members seem to fail too.</summary>
[CollectionDefinition(Name)]
public static class OneClusterAtATime
{
    public const string Name = "One cluster at a time";
}
