using Xunit.v3;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>Discovers the tests to run in the same way as the list of tests.</summary>
internal sealed class PairwiseExecutor(IXunitTestAssembly assembly) : XunitTestFrameworkExecutor(assembly)
{
    protected override ITestFrameworkDiscoverer CreateDiscoverer() => new PairwiseDiscoverer(TestAssembly, RunPart.Asked);
}
