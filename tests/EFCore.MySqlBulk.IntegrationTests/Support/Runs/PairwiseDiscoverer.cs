using Microsoft.EntityFrameworkCore;
using Xunit.Sdk;
using Xunit.v3;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>If a theory runs on both servers and has a case for each mode, each server runs one of the two: every case covers both servers and both modes,
/// with half the number of runs. A full run includes all of them.</summary>
internal sealed class PairwiseDiscoverer(IXunitTestAssembly assembly) : XunitTestFrameworkDiscoverer(assembly)
{
    private static readonly string[] Modes = ["isAsync", "synchronous"];

    protected override ValueTask<bool> FindTestsForType(
        IXunitTestClass testClass, ITestFrameworkDiscoveryOptions discoveryOptions, Func<ITestCase, ValueTask<bool>> discoveryCallback)
        => HalfRun.LeavesOut(testClass.TestClassSimpleName) ? new(true) : base.FindTestsForType(testClass, discoveryOptions, discoveryCallback);

    protected override async ValueTask<bool> FindTestsForMethod(
        IXunitTestMethod testMethod, ITestFrameworkDiscoveryOptions discoveryOptions, Func<ITestCase, ValueTask<bool>> discoveryCallback)
    {
        int mode = Array.FindIndex([.. testMethod.Parameters], parameter => Modes.Contains(parameter.Name) && parameter.ParameterType == typeof(bool));
        string name = testMethod.TestClass.TestClassSimpleName;
        bool isOnMariaDb = name.EndsWith("OnMariaDb", StringComparison.Ordinal);
        if (FullRun.IsAsked || mode < 0 || !(isOnMariaDb || name.EndsWith("OnMySql", StringComparison.Ordinal)))
            return await base.FindTestsForMethod(testMethod, discoveryOptions, discoveryCallback);

        List<ITestCase> found = [];
        bool goesOn = await base.FindTestsForMethod(testMethod, discoveryOptions, testCase =>
        {
            found.Add(testCase);
            return new(true);
        });
        // The length of a name is as good as a coin toss, so that theories do not all run their asynchronous case on the same server. Cases that one EF Core version leaves out run on the other.
        int coin = testMethod.MethodName.Length + typeof(DbContext).Assembly.GetName().Version!.Major + (isOnMariaDb ? 1 : 0);
        foreach (ITestCase testCase in Chosen(found, mode, coin % 2 == 0))
        {
            if (!await discoveryCallback(testCase))
                return false;
        }

        return goesOn;
    }

    private static IEnumerable<ITestCase> Chosen(List<ITestCase> found, int mode, bool first)
    {
        int pairs = 0;
        foreach (IGrouping<string, ITestCase> alike in found.GroupBy(testCase => Apart(testCase, mode)))
        {
            ITestCase[] cases = [.. alike];
            if (cases.Length == 2 && ModeOf(cases[0], mode) is bool one && ModeOf(cases[1], mode) is bool other && one != other)
                yield return cases[one == (first == (pairs++ % 2 == 0)) ? 0 : 1];
            else
                foreach (ITestCase testCase in cases)
                    yield return testCase;
        }
    }

    // A theory whose data is enumerated only when it runs is one case without arguments.
    private static object? ModeOf(ITestCase testCase, int mode)
        => testCase is XunitTestCase { TestMethodArguments: { Length: > 0 } arguments } && mode < arguments.Length ? arguments[mode] : null;

    private static string Apart(ITestCase testCase, int mode)
        => testCase is XunitTestCase { TestMethodArguments: { Length: > 0 } arguments }
            ? string.Join('\u001f', arguments.Select((argument, i) => i == mode ? "" : ArgumentFormatter.Format(argument)))
            : testCase.UniqueID;
}
