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

    private static readonly Lazy<Task<IReadOnlyList<(IXunitTestMethod Test, IReadOnlyList<ITestCase> Cases)>>> Paired = new(FindAsync);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_two_halves_are_every_case_on_both_servers(bool isFull)
        => Assert.Equal(Cases(await SidesAsync(Full), isFull), await SidesAsync(HalvesOf(isFull)));

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_two_halves_are_every_case_in_both_modes(bool isFull)
        => Assert.Equal(await NamesAsync(isFull, Full), await NamesAsync(isFull: true, HalvesOf(isFull)));

    [Theory]
    [InlineData(ServerKind.MySql)]
    [InlineData(ServerKind.MariaDb)]
    public async Task A_run_on_one_server_has_every_case(ServerKind server)
        => Assert.Equal(Cases(await SidesAsync(Full), isFull: false).Where(side => side.Server == server), await SidesAsync(Plain with { Server = server }));

    [Fact]
    public async Task Every_case_runs_once_in_a_plain_run_and_twice_if_the_servers_differ_in_it()
    {
        SortedSet<Side> plain = await SidesAsync(Plain);

        Assert.Equal(Cases(await SidesAsync(Full), isFull: false).Select(side => side.Case).Distinct(), plain.Select(side => side.Case).Distinct());
        Assert.All(plain.GroupBy(side => (side.Case, side.IsOnEach)), servers => Assert.Equal(servers.Key.IsOnEach ? 2 : 1, servers.Count()));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public async Task A_half_of_a_full_run_has_on_both_servers_what_they_do_differently_and_what_other_runs_leave_out(int half)
    {
        SortedSet<Side> sides = await SidesAsync(Full with { Half = half });

        Assert.Equal((await SidesAsync(Full)).Select(side => side.Case).Distinct(), sides.Select(side => side.Case).Distinct());
        Assert.All(sides.GroupBy(side => (side.Case, side.IsOnEach, side.IsOnlyInFullRuns)), servers => Assert.Equal(servers.Key.IsOnEach || servers.Key.IsOnlyInFullRuns ? 2 : 1, servers.Count()));
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

        Assert.All(Marked<OnlyInFullRunsAttribute>(), marked =>
        {
            string name = marked.Class.Name.Replace("Tests", "", StringComparison.Ordinal);
            Assert.Single(page, line => line.Contains($"`{name}`", StringComparison.Ordinal) && line.EndsWith($"| {marked.Mark.Meanwhile} |", StringComparison.Ordinal));
        });
    }

    [Fact]
    public async Task A_plain_run_has_no_test_of_a_class_that_it_leaves_out_nor_of_one_derived_from_it()
    {
        List<Type> classes = [];
        await DiscoverAsync(Plain, (test, _) => classes.Add(test.TestClass.Class));

        Assert.True(classes.Count > 1_000, $"{classes.Count} cases found");
        Assert.DoesNotContain(classes, type => type.IsDefined(typeof(OnlyInFullRunsAttribute), inherit: true));
    }

    private static IEnumerable<Side> Cases(SortedSet<Side> sides, bool isFull) => sides.Where(side => isFull || !side.IsOnlyInFullRuns);

    private static RunPart[] HalvesOf(bool isFull) => [new(isFull, Half: 1), new(isFull, Half: 2)];

    // Classes that have a mark, or a test with one.
    private static IEnumerable<(Type Class, TAttribute Mark)> Marked<TAttribute>()
        where TAttribute : Attribute
        => typeof(SelectionTests).Assembly.GetTypes().SelectMany(type => type.GetMethods().Where(method => method.DeclaringType == type).Prepend<MemberInfo>(type)
            .SelectMany(member => member.GetCustomAttributes<TAttribute>(inherit: false)).Select(mark => (type, mark)));

    private static async Task<SortedSet<string>> NamesAsync(bool isFull, params RunPart[] parts)
    {
        IReadOnlyList<(IXunitTestMethod Test, IReadOnlyList<ITestCase> Cases)> paired = await Paired.Value;
        return new(
            parts.SelectMany(part => paired.Where(of => isFull || !CaseChoice.IsOnlyInFullRuns(of.Test)).SelectMany(of => CaseChoice.Of(part, of.Test, of.Cases).Select(testCase => $"{of.Test.Method.DeclaringType}{testCase.TestCaseDisplayName[of.Test.TestClass.TestClassName.Length..]}"))),
            StringComparer.Ordinal);
    }

    // Either mode.
    private static async Task<SortedSet<Side>> SidesAsync(params RunPart[] parts)
    {
        IReadOnlyList<(IXunitTestMethod Test, IReadOnlyList<ITestCase> Cases)> paired = await Paired.Value;
        return [.. parts.SelectMany(part => paired.SelectMany(of => CaseChoice.Of(part, of.Test, of.Cases).Select(testCase => new Side(
            $"{of.Test.Method.DeclaringType}.{of.Test.MethodName}({CaseChoice.Apart(of.Test, testCase)})", CaseChoice.ServerOf(of.Test), CaseChoice.IsOnEachServer(of.Test), CaseChoice.IsOnlyInFullRuns(of.Test)))))];
    }

    private static async Task<IReadOnlyList<(IXunitTestMethod Test, IReadOnlyList<ITestCase> Cases)>> FindAsync()
    {
        List<(IXunitTestMethod Test, ITestCase Case)> found = [];
        await DiscoverAsync(Full, (test, testCase) =>
        {
            if (CaseChoice.IsPaired(test))
                found.Add((test, testCase));
        });
        Assert.True(found.Count > 1_000, $"{found.Count} cases found");
        return [.. found.GroupBy(of => of.Test).Select(of => (of.Key, (IReadOnlyList<ITestCase>)[.. of.Select(one => one.Case)]))];
    }

    private static async Task DiscoverAsync(RunPart part, Action<IXunitTestMethod, ITestCase> take)
    {
        await using PairwiseDiscoverer discoverer = new(new XunitTestAssembly(typeof(SelectionTests).Assembly), part);
        await discoverer.Find(
            testCase =>
            {
                if (testCase is IXunitTestCase { TestMethod: var test })
                    take(test, testCase);
                return new(true);
            },
            TestFrameworkOptions.ForDiscovery(new() { PreEnumerateTheories = true }), cancellationToken: Token);
    }

    private readonly record struct Side(string Case, ServerKind Server, bool IsOnEach, bool IsOnlyInFullRuns) : IComparable<Side>
    {
        public int CompareTo(Side other) => (string.CompareOrdinal(Case, other.Case), Server.CompareTo(other.Server)) switch
        {
            (0, var servers) => servers,
            (var cases, _) => cases,
        };
    }
}
