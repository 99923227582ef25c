using System.Reflection;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using TestServers;
using Xunit.Runner.Common;
using Xunit.Sdk;
using Xunit.v3;

namespace EFCore.MySqlBulk.IntegrationTests;

/// <summary>What one run leaves out another one tests: tests/README.md says which.</summary>
public sealed class SelectionTests
{
    private static readonly RunPart Full = new(IsFull: true);

    private static readonly RunPart Plain = new(IsFull: false);

    private static readonly RunPart[] Halves = [Plain with { Half = 1 }, Plain with { Half = 2 }];

    private static readonly RunPart[] FullHalves = [Full with { Half = 1 }, Full with { Half = 2 }];

    private static readonly Lazy<Task<IReadOnlyList<(IXunitTestMethod Test, IReadOnlyList<ITestCase> Cases)>>> Paired = new(FindAsync);

    [Fact]
    public async Task The_two_halves_are_every_case_on_both_servers()
        => Assert.Equal(await SidesAsync(Full), await SidesAsync(Halves));

    [Fact]
    public async Task The_two_halves_are_every_case_in_both_modes()
        => Assert.Equal(await NamesAsync(Full), await NamesAsync(Halves));

    [Fact]
    public async Task The_two_halves_of_a_full_run_are_every_case_in_both_modes_on_both_servers()
    {
        Assert.Equal(await SidesAsync(Full), await SidesAsync(FullHalves));
        foreach (RunPart half in FullHalves)
            Assert.Equal(await NamesAsync(Full), await NamesAsync(half));
    }

    [Theory]
    [InlineData(ServerKind.MySql)]
    [InlineData(ServerKind.MariaDb)]
    public async Task A_run_on_one_server_has_every_case(ServerKind server)
        => Assert.Equal((await SidesAsync(Full)).Where(side => side.Server == server), await SidesAsync(Plain with { Server = server }));

    [Fact]
    public async Task Every_case_runs_once_in_a_plain_run_and_twice_if_the_servers_differ_in_it()
    {
        SortedSet<Side> plain = await SidesAsync(Plain);

        Assert.Equal((await SidesAsync(Full)).Where(side => !side.IsNotInPlainRuns).Select(side => side.Case).Distinct(), plain.Select(side => side.Case).Distinct());
        Assert.All(plain.GroupBy(side => (side.Case, side.IsOnEach)), servers => Assert.Equal(servers.Key.IsOnEach ? 2 : 1, servers.Count()));
    }

    [Fact]
    public async Task The_servers_share_the_cases_of_a_plain_run()
    {
        SortedSet<Side> plain = await SidesAsync(Plain);

        Assert.InRange(plain.Count(side => side.Server == ServerKind.MySql), plain.Count * 0.45, plain.Count * 0.55);
    }

    [Fact]
    public void A_difference_is_named_on_tests_of_pairs_only()
        => Assert.All(Marked<OnEachServerAttribute>(), marked =>
        {
            Assert.True(marked.Class.IsDefined(typeof(BothServersAttribute), inherit: false), $"{marked.Class} does not run on both servers.");
            Assert.True(marked.Mark.Difference.Length > 20, marked.Mark.Difference);
        });

    [Fact]
    public async Task The_page_of_the_tests_lists_what_a_plain_run_leaves_out()
    {
        string[] page = await File.ReadAllLinesAsync(Build.PathOf("tests/README.md"), Token);

        Assert.All(Marked<NotInPlainRunsAttribute>(), marked =>
        {
            string name = marked.Class.Name.Replace("Tests", "", StringComparison.Ordinal);
            Assert.Single(page, line => line.Contains($"`{name}`", StringComparison.Ordinal) && line.EndsWith($"| {marked.Mark.Meanwhile} |", StringComparison.Ordinal));
        });
    }

    // Classes that have a mark, or a test with one.
    private static IEnumerable<(Type Class, TAttribute Mark)> Marked<TAttribute>()
        where TAttribute : Attribute
        => typeof(SelectionTests).Assembly.GetTypes().SelectMany(type => type.GetMethods().Where(method => method.DeclaringType == type).Prepend<MemberInfo>(type)
            .SelectMany(member => member.GetCustomAttributes<TAttribute>(inherit: false)).Select(mark => (type, mark)));

    private static async Task<SortedSet<string>> NamesAsync(params RunPart[] parts)
    {
        IReadOnlyList<(IXunitTestMethod Test, IReadOnlyList<ITestCase> Cases)> paired = await Paired.Value;
        return new(
            parts.SelectMany(part => paired.SelectMany(of => CaseChoice.Of(part, of.Test, of.Cases).Select(testCase => $"{of.Test.Method.DeclaringType}{testCase.TestCaseDisplayName[of.Test.TestClass.TestClassName.Length..]}"))),
            StringComparer.Ordinal);
    }

    // Either mode.
    private static async Task<SortedSet<Side>> SidesAsync(params RunPart[] parts)
    {
        IReadOnlyList<(IXunitTestMethod Test, IReadOnlyList<ITestCase> Cases)> paired = await Paired.Value;
        return [.. parts.SelectMany(part => paired.SelectMany(of => CaseChoice.Of(part, of.Test, of.Cases).Select(testCase => new Side(
            $"{of.Test.Method.DeclaringType}.{of.Test.MethodName}({CaseChoice.Apart(of.Test, testCase)})", CaseChoice.ServerOf(of.Test), CaseChoice.IsOnEachServer(of.Test), CaseChoice.IsNotInPlainRuns(of.Test)))))];
    }

    private static async Task<IReadOnlyList<(IXunitTestMethod Test, IReadOnlyList<ITestCase> Cases)>> FindAsync()
    {
        List<(IXunitTestMethod Test, ITestCase Case)> found = [];
        await using PairwiseDiscoverer discoverer = new(new XunitTestAssembly(typeof(SelectionTests).Assembly), new(IsFull: true));
        await discoverer.Find(
            testCase =>
            {
                if (testCase is IXunitTestCase { TestMethod: var test } && CaseChoice.IsPaired(test))
                    found.Add((test, testCase));
                return new(true);
            },
            TestFrameworkOptions.ForDiscovery(new() { PreEnumerateTheories = true }), cancellationToken: Token);
        Assert.True(found.Count > 1_000, $"{found.Count} cases found");
        return [.. found.GroupBy(of => of.Test).Select(of => (of.Key, (IReadOnlyList<ITestCase>)[.. of.Select(one => one.Case)]))];
    }

    private readonly record struct Side(string Case, ServerKind Server, bool IsOnEach, bool IsNotInPlainRuns) : IComparable<Side>
    {
        public int CompareTo(Side other) => (string.CompareOrdinal(Case, other.Case), Server.CompareTo(other.Server)) switch
        {
            (0, var servers) => servers,
            (var cases, _) => cases,
        };
    }
}
