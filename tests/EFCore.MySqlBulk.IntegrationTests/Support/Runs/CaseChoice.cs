using System.Reflection;
using Microsoft.EntityFrameworkCore;
using TestServers;
using Xunit.Sdk;
using Xunit.v3;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>Which of a test's cases a run takes. Each case runs once: the cases take turns with the servers and, if they come in both modes, with the modes.</summary>
internal static class CaseChoice
{
    private static readonly string[] Modes = ["isAsync", "synchronous"];

    /// <summary>Whether a test runs on both servers.</summary>
    public static bool IsPaired(IXunitTestMethod test) => test.TestClass.Class.BaseType?.IsDefined(typeof(BothServersAttribute), inherit: false) == true;

    /// <summary>Whether each case runs on both servers also in a run that takes one of them.</summary>
    public static bool IsOnEachServer(IXunitTestMethod test) => IsMarked<OnEachServerAttribute>(test);

    /// <summary>Whether full runs alone have a test.</summary>
    public static bool IsOnlyInFullRuns(IXunitTestMethod test) => IsMarked<OnlyInFullRunsAttribute>(test);

    /// <summary>The server that a test of a pair runs on.</summary>
    public static ServerKind ServerOf(IXunitTestMethod test)
        => test.TestClass.TestClassSimpleName.EndsWith(nameof(ServerKind.MariaDb), StringComparison.Ordinal) ? ServerKind.MariaDb : ServerKind.MySql;

    /// <summary>The cases of a test that a run takes.</summary>
    /// <param name="part">The run.</param>
    /// <param name="test">The test.</param>
    /// <param name="found">All of its cases.</param>
    public static IEnumerable<ITestCase> Of(RunPart part, IXunitTestMethod test, IReadOnlyList<ITestCase> found)
    {
        bool isOnlyInFullRuns = IsOnlyInFullRuns(test);
        if (isOnlyInFullRuns && !part.IsFull)
            return [];
        if (!IsPaired(test))
            return found;
        // The length of a name is as good as a coin toss, so that tests do not all begin on the same server. What a plain run on one EF Core version leaves out runs on the other.
        int coin = test.MethodName.Length + (part.Half is null ? typeof(DbContext).Assembly.GetName().Version!.Major : 0);
        return Chosen(part, found, ModeAt(test), ServerOf(test), coin, isOnlyInFullRuns || IsOnEachServer(test));
    }

    /// <summary>What tells a case from the others of its test but for the mode.</summary>
    public static string Apart(IXunitTestMethod test, ITestCase testCase) => Apart(testCase, ModeAt(test));

    private static IEnumerable<ITestCase> Chosen(RunPart part, IReadOnlyList<ITestCase> found, int mode, ServerKind server, int coin, bool isOnEach)
    {
        ITestCase[][] groups = [.. found.GroupBy(testCase => Apart(testCase, mode)).Select(group => group.ToArray())];
        for (int i = 0; i < groups.Length; i++)
        {
            int turn = coin + i;
            if (!part.Includes(server, turn, isOnEach))
                continue;
            ITestCase[] cases = groups[i];
            // Four turns take each server with each mode. What runs on one server asynchronously runs synchronously on the other, here or in the other half.
            int first = (turn ^ (turn >> 1)) + (server == ServerKind.MariaDb ? 1 : 0);
            if (!part.HasBothModes && cases.Length == 2 && ModeOf(cases[0], mode) is bool one && ModeOf(cases[1], mode) is bool other && one != other)
                yield return cases[one == (first % 2 == 0) ? 0 : 1];
            else
                foreach (ITestCase testCase in cases)
                    yield return testCase;
        }
    }

    private static bool IsMarked<TAttribute>(IXunitTestMethod test)
        where TAttribute : Attribute
        => test.Method.IsDefined(typeof(TAttribute)) || test.Method.DeclaringType!.IsDefined(typeof(TAttribute), inherit: true);

    private static int ModeAt(IXunitTestMethod test)
        => Array.FindIndex([.. test.Parameters], parameter => Modes.Contains(parameter.Name) && parameter.ParameterType == typeof(bool));

    // A theory whose data is enumerated only when it runs is one case without arguments.
    private static object? ModeOf(ITestCase testCase, int mode)
        => testCase is XunitTestCase { TestMethodArguments: { Length: > 0 } arguments } && mode >= 0 && mode < arguments.Length ? arguments[mode] : null;

    private static string Apart(ITestCase testCase, int mode)
        => testCase is XunitTestCase { TestMethodArguments: { Length: > 0 } arguments }
            ? string.Join('\u001f', arguments.Select((argument, i) => i == mode ? "" : ArgumentFormatter.Format(argument)))
            : "";
}
