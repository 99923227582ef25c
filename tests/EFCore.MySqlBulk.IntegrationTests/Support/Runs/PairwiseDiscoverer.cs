using Microsoft.EntityFrameworkCore;
using TestServers;
using Xunit.Sdk;
using Xunit.v3;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>Of the tests that run on both servers it takes a selection. Each case of a theory runs once: the cases take turns with the servers and, if they come in both modes, with the modes. A test of one
/// case runs on both servers, on one asynchronously and on the other synchronously. A full run includes everything.</summary>
internal sealed class PairwiseDiscoverer(IXunitTestAssembly assembly) : XunitTestFrameworkDiscoverer(assembly)
{
    private static readonly string[] Modes = ["isAsync", "synchronous"];

    protected override async ValueTask<bool> FindTestsForMethod(
        IXunitTestMethod testMethod, ITestFrameworkDiscoveryOptions discoveryOptions, Func<ITestCase, ValueTask<bool>> discoveryCallback)
    {
        if (FullRun.IsAsked || testMethod.TestClass.Class.BaseType?.IsDefined(typeof(BothServersAttribute), inherit: false) != true)
            return await base.FindTestsForMethod(testMethod, discoveryOptions, discoveryCallback);

        List<ITestCase> found = [];
        bool goesOn = await base.FindTestsForMethod(testMethod, discoveryOptions, testCase =>
        {
            found.Add(testCase);
            return new(true);
        });
        int mode = Array.FindIndex([.. testMethod.Parameters], parameter => Modes.Contains(parameter.Name) && parameter.ParameterType == typeof(bool));
        ServerKind server = testMethod.TestClass.TestClassSimpleName.EndsWith(nameof(ServerKind.MariaDb), StringComparison.Ordinal) ? ServerKind.MariaDb : ServerKind.MySql;
        // The length of a name is as good as a coin toss, so that theories do not all begin on the same server. What one EF Core version leaves out runs on the other.
        int coin = testMethod.MethodName.Length + typeof(DbContext).Assembly.GetName().Version!.Major;
        foreach (ITestCase testCase in Chosen(found, mode, server, coin))
        {
            if (!await discoveryCallback(testCase))
                return false;
        }

        return goesOn;
    }

    private static IEnumerable<ITestCase> Chosen(List<ITestCase> found, int mode, ServerKind server, int coin)
    {
        ITestCase[][] groups = [.. found.GroupBy(testCase => Apart(testCase, mode)).Select(group => group.ToArray())];
        for (int i = 0; i < groups.Length; i++)
        {
            int turn = coin + i;
            if (!HalfRun.Includes(server, turn, groups.Length > 1))
                continue;
            ITestCase[] cases = groups[i];
            // Four turns take each server with each mode.
            int first = groups.Length > 1 ? turn ^ (turn >> 1) : turn + (server == ServerKind.MariaDb ? 1 : 0);
            if (cases.Length == 2 && ModeOf(cases[0], mode) is bool one && ModeOf(cases[1], mode) is bool other && one != other)
                yield return cases[one == (first % 2 == 0) ? 0 : 1];
            else
                foreach (ITestCase testCase in cases)
                    yield return testCase;
        }
    }

    // A theory whose data is enumerated only when it runs is one case without arguments.
    private static object? ModeOf(ITestCase testCase, int mode)
        => testCase is XunitTestCase { TestMethodArguments: { Length: > 0 } arguments } && mode >= 0 && mode < arguments.Length ? arguments[mode] : null;

    private static string Apart(ITestCase testCase, int mode)
        => testCase is XunitTestCase { TestMethodArguments: { Length: > 0 } arguments }
            ? string.Join('\u001f', arguments.Select((argument, i) => i == mode ? "" : ArgumentFormatter.Format(argument)))
            : testCase.UniqueID;
}
