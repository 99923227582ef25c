using System.Text.RegularExpressions;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>The options that messages tell users to set exist.</summary>
public sealed partial class NamedOptionsTests
{
    [Fact]
    public void Every_option_that_a_message_names_exists()
    {
        Dictionary<string, Type> types = typeof(BulkOptions).Assembly.GetExportedTypes().Where(type => type.Name.Contains("Options", StringComparison.Ordinal)).ToDictionary(type => type.Name.Split('`')[0]);
        (string Type, string Option, string Path)[] named = [.. SourceFile.All.SelectMany(file => Literals.Of(RepositoryFiles.Read($"{SourceFile.Library}/{file.Path}"))
            .SelectMany(literal => Names().Matches(literal)).Select(match => (match.Groups[1].Value, match.Groups[2].Value, file.Path)))];
        Assert.True(named.Length > 30, "The search for options finds hardly any.");
        Assert.Equal([], named.Where(each => types.GetValueOrDefault(each.Type)?.GetProperty(each.Option) is null).Select(each => $"{each.Type}.{each.Option} in {each.Path}"));
    }

    [GeneratedRegex(@"\b(Bulk\w*Options)\.([A-Z]\w+)")]
    private static partial Regex Names();
}
