using Xunit.Sdk;
using Xunit.v3;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>Finds the cases that a run takes.</summary>
internal sealed class PairwiseDiscoverer(IXunitTestAssembly assembly, RunPart part) : XunitTestFrameworkDiscoverer(assembly)
{
    protected override async ValueTask<bool> FindTestsForMethod(
        IXunitTestMethod testMethod, ITestFrameworkDiscoveryOptions discoveryOptions, Func<ITestCase, ValueTask<bool>> discoveryCallback)
    {
        List<ITestCase> found = [];
        bool goesOn = await base.FindTestsForMethod(testMethod, discoveryOptions, testCase =>
        {
            found.Add(testCase);
            return new(true);
        });
        foreach (ITestCase testCase in CaseChoice.Of(part, testMethod, found))
        {
            if (!await discoveryCallback(testCase))
                return false;
        }

        return goesOn;
    }
}
