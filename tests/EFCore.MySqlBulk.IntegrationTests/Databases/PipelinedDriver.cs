namespace EFCore.MySqlBulk.IntegrationTests.Databases;

/// <summary>Whether statements can be pipelined over the stream of the variant's driver.</summary>
internal static class PipelinedDriver
{
#if CONNECTORNET
    public static bool IsKnown => false;
#else
    public static bool IsKnown => true;
#endif

    /// <summary>Skips a test that needs statements in flight.</summary>
    public static void SkipUnlessKnown() => Assert.SkipUnless(IsKnown, "The stream under a connection of Connector/NET is not known, so nothing is pipelined.");

    /// <summary>Skips a case that asks for statements in flight.</summary>
    public static void SkipUnlessKnown(BulkPipelining? pipelining)
    {
        if (pipelining == BulkPipelining.Always)
            SkipUnlessKnown();
    }
}
