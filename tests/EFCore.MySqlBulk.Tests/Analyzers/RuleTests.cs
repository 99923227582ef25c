using EFCore.MySqlBulk.Analyzers;
using EFCore.MySqlBulk.Tests.Repository;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace EFCore.MySqlBulk.Tests.Analyzers;

/// <summary>What the rules say of themselves.</summary>
public sealed class RuleTests
{
    private static readonly DiagnosticDescriptor[] Rules = [.. new DiagnosticAnalyzer[] { new RawTextAnalyzer(), new LostResultAnalyzer() }.SelectMany(analyzer => analyzer.SupportedDiagnostics)];

    [Fact]
    public void Every_rule_is_in_the_troubleshooting_page_with_its_message()
    {
        string page = RepositoryFiles.Read("docs/troubleshooting.md");
        Assert.Equal(2, Rules.Length);
        // The page has an ellipsis for a value.
        Assert.All(Rules, rule => Assert.Contains($"`{rule.Id}`: *{rule.MessageFormat.ToString(null).Split('.')[0].Replace("{0}", "…", StringComparison.Ordinal).Replace("{1}", "", StringComparison.Ordinal)}", page, StringComparison.Ordinal));
    }

    [Fact]
    public void Every_rule_is_a_warning_until_a_user_says_otherwise()
        => Assert.All(Rules, rule => Assert.True(rule is { IsEnabledByDefault: true, DefaultSeverity: DiagnosticSeverity.Warning }));
}
