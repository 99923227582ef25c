using Xunit.v3;

namespace EFCore.MySqlBulk.IntegrationTests.Runs;

/// <summary>Finds what it runs as the list of tests does.</summary>
internal sealed class PairwiseExecutor(IXunitTestAssembly assembly) : XunitTestFrameworkExecutor(assembly)
{
    protected override ITestFrameworkDiscoverer CreateDiscoverer() => new PairwiseDiscoverer(TestAssembly);
}
