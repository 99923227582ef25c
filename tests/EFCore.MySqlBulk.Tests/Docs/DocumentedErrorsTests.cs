using System.Data.Common;
using System.Text.RegularExpressions;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>docs/errors.md sorts the server's numbers as the library does.</summary>
public sealed partial class DocumentedErrorsTests
{
    private const string Page = "docs/errors.md";

    [Fact]
    public void The_numbers_of_a_rows_data_are_those_of_the_code() => Assert.Equal(NumbersWhere(ServerError.IsOfTheData), Numbers("Of a row's data"));

    [Fact]
    public void The_numbers_of_a_conflict_are_those_of_the_code() => Assert.Equal(NumbersWhere(ServerError.IsConflict), Numbers("Of a conflict"));

    [Fact]
    public void The_numbers_of_a_cluster_are_those_of_the_code() => Assert.Equal(NumbersWhere(ServerError.IsOfTheMember), Numbers("Of a cluster"));

    [Fact]
    public void The_numbers_of_the_connection_are_those_of_the_code() => Assert.Equal(NumbersWhere(ServerError.IsOfTheConnection), Numbers("Of the connection"));

    [Fact]
    public void The_numbers_of_what_may_pass_are_those_of_the_code()
    {
        int[] listed = [.. Listed().Matches(Section("Whether to try again")).Select(match => match.Value).Select(int.Parse)];
        Assert.NotEmpty(listed);
        Assert.Equal(NumbersWhere(ServerError.IsTransient), listed.Concat(Numbers("Of a conflict")).Concat(Numbers("Of a cluster")).Concat(Numbers("Of the connection")).Order());
    }

    [Fact]
    public void No_number_is_on_the_page_twice()
    {
        int[] numbers = [.. Rows().Matches(RepositoryFiles.Read(Page)).SelectMany(NumbersIn)];
        Assert.True(numbers.Length > 50, "The search for numbers finds hardly any.");
        Assert.Equal(numbers.Distinct(), numbers);
    }

    // MySQL's and MariaDB's own numbers are in this range.
    private static IEnumerable<int> NumbersWhere(Func<Exception, bool> holds) => Enumerable.Range(1000, 9000).Where(number => holds(new NumberedException(number)));

    private static IEnumerable<int> Numbers(string section) => Rows().Matches(Section(section)).SelectMany(NumbersIn).Order();

    private static string Section(string section)
    {
        string page = RepositoryFiles.Read(Page);
        int from = page.IndexOf($"\n## {section}\n", StringComparison.Ordinal);
        Assert.True(from >= 0, $"{Page} has no section '{section}'.");
        int to = page.IndexOf("\n## ", from + 1, StringComparison.Ordinal);
        return page[from..to];
    }

    private static IEnumerable<int> NumbersIn(Match row) => row.Groups["numbers"].Value.Split(", ").Select(int.Parse);

    [GeneratedRegex(@"^\| (?<numbers>\d{4}(?:, \d{4})*) \|", RegexOptions.Multiline)]
    private static partial Regex Rows();

    [GeneratedRegex(@"\b\d{4}\b")]
    private static partial Regex Listed();

    private sealed class NumberedException(int number) : DbException
    {
        // Of some numbers the message tells more.
        public override string Message => "Got error 149, read-only";

        public int Number => number;
    }
}
