using System.Reflection;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>docs/options.md lists every option, under the type that declares it, with its type.</summary>
public sealed class OptionsPageTests
{
    private const string Page = "docs/options.md";

    [Theory]
    [InlineData(typeof(BulkOptions), "`BulkOptions`")]
    [InlineData(typeof(BulkStrategyOptions), "`BulkStrategyOptions`")]
    [InlineData(typeof(BulkInsertOptions), "`BulkInsertOptions`")]
    [InlineData(typeof(BulkUpdateOptions<>), "`BulkUpdateOptions<T>`")]
    [InlineData(typeof(BulkDeleteOptions), "`BulkDeleteOptions`")]
    [InlineData(typeof(BulkExecuteOptions), "`BulkExecuteOptions`")]
    [InlineData(typeof(BulkInsertOrUpdateOptions<>), "`BulkInsertOrUpdateOptions<T>`")]
    [InlineData(typeof(BulkInsertIfAbsentOptions<>), "`BulkInsertIfAbsentOptions<T>`")]
    [InlineData(typeof(BulkSynchronizeOptions<>), "`BulkSynchronizeOptions<T>`")]
    [InlineData(typeof(BulkReadOptions<>), "`BulkReadOptions<T>`")]
    [InlineData(typeof(BulkQueryOptions<>), "`BulkQueryOptions<TEntity>`")]
    [InlineData(typeof(BulkInsertIntoOptions<>), "`BulkInsertIntoOptions<TEntity>`")]
    [InlineData(typeof(BulkCopyToOptions<>), "`BulkCopyToOptions<TEntity>`")]
    public void Every_option_has_its_row_and_no_row_is_without_its_option(Type options, string mark)
    {
        string[] rows = Rows(mark);
        Assert.Equal(Declared(options), rows.Select(row => string.Join('|', row.Split('|')[..3])));
        Assert.All(rows, row => Assert.All(row.Trim('|').Split('|'), cell => Assert.False(string.IsNullOrWhiteSpace(cell), row)));
    }

    [Fact]
    public void Every_type_of_options_is_on_the_page()
        => Assert.Equal(9, typeof(BulkOptions).Assembly.GetExportedTypes().Count(type => typeof(BulkOptions).IsAssignableFrom(type)));

    [Fact]
    public void What_only_the_context_can_say_is_on_the_page()
    {
        string page = RepositoryFiles.Read(Page);
        string[] common = [.. typeof(BulkStrategyOptions).GetProperties().Select(property => property.Name)];
        string[] others = [.. typeof(MySqlBulkOptionsBuilder).GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .Select(method => method.Name).Except(common)];
        Assert.NotEmpty(others);
        Assert.Equal([], others.Where(name => !page.Contains($"\n| `{name}()` |", StringComparison.Ordinal)));
    }

    private static IEnumerable<string> Declared(Type options)
        => options.GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .OrderBy(property => property.MetadataToken)
            .Select(property => $"| `{property.Name}` | `{ApiTypeName.Of(Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType)}`");

    // The rows of the table behind the marker; from the type cell only the type, without the possible values.
    private static string[] Rows(string mark)
    {
        string page = RepositoryFiles.Read(Page);
        int from = page.IndexOf($"\n{mark}", StringComparison.Ordinal);
        Assert.True(from >= 0, $"{Page} does not say {mark}.");
        int to = page.IndexOf("\n## ", from, StringComparison.Ordinal);
        return [.. page[from..to].Split('\n').Where(line => line.StartsWith("| `", StringComparison.Ordinal))
            .Select(line => line.Split('|') is [_, var name, var type, ..] ? line.Replace($"|{type}|", $"| `{type.Split('`')[1]}`|", StringComparison.Ordinal) : line)];
    }
}
