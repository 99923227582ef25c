using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace EFCore.MySqlBulk.Analyzers;

/// <summary>Warns of text for <c>BulkExecuteRaw</c> that is composed from values, which could change the statement (SQL injection).</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RawTextAnalyzer : BulkCallAnalyzer
{
    private static readonly DiagnosticDescriptor Rule = new(
        "MYSQLBULK002",
        "Raw SQL is put together from values",
        "The SQL of {0} is put together from values, which could change the statement. Use {1}(rows, row => $\"…\"), which makes parameters of them, or placeholders such as {{0}}.",
        "Security",
        DiagnosticSeverity.Warning,
        isEnabledByDefault: true,
        "Raw SQL is sent as it is. A name of a table or column cannot be a parameter: quote it by ISqlGenerationHelper.DelimitIdentifier, or suppress the warning where no user can choose the name.",
        HelpLink.Address);

    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(Rule);

    private protected override void Check(IInvocationOperation call, OperationAnalysisContext context)
    {
        string name = call.TargetMethod.Name;
        if (name is not ("BulkExecuteRaw" or "BulkExecuteRawAsync"))
            return;
        foreach (IArgumentOperation argument in call.Arguments)
        {
            if (argument.Parameter?.Name == "sql" && SqlText.IsPutTogether(argument.Value))
                context.ReportDiagnostic(Diagnostic.Create(Rule, argument.Value.Syntax.GetLocation(), name, name.Replace("Raw", "")));
        }
    }
}
