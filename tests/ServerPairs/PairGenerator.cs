using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ServerPairs;

/// <summary>Makes two classes of each class of tests that is marked <c>[BothServers]</c>: <c>KeyTests</c> runs as <c>KeyOnMySql</c> and as <c>KeyOnMariaDb</c>.</summary>
[Generator]
public sealed class PairGenerator : IIncrementalGenerator
{
    private const string Attribute = "TestServers.BothServersAttribute";
    private const string ServerKind = "TestServers.ServerKind";
    private const string Suffix = "Tests";

    private static readonly string[] Kinds = ["MySql", "MariaDb"];

    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValuesProvider<(string File, string Code)> pairs = context.SyntaxProvider.ForAttributeWithMetadataName(
            Attribute, (node, _) => node is ClassDeclarationSyntax, (found, _) => Pair((INamedTypeSymbol)found.TargetSymbol));
        context.RegisterSourceOutput(pairs, (output, pair) => output.AddSource(pair.File, pair.Code));
    }

    private static (string File, string Code) Pair(INamedTypeSymbol tests)
    {
        string name = tests.Name.EndsWith(Suffix, StringComparison.Ordinal) ? tests.Name.Substring(0, tests.Name.Length - Suffix.Length) : tests.Name;
        IMethodSymbol constructor = tests.InstanceConstructors[0];
        string parameters = string.Join(", ", constructor.Parameters.Where(parameter => !IsKind(parameter)).Select(parameter => $"{Full(parameter.Type)} {parameter.Name}"));
        IEnumerable<string> classes = Kinds.Select(kind =>
        {
            string arguments = string.Join(", ", constructor.Parameters.Select(parameter => IsKind(parameter) ? $"global::{ServerKind}.{kind}" : parameter.Name));
            return $"public sealed class {name}On{kind}({parameters}) : {tests.Name}({arguments});\n";
        });
        return ($"{tests.ToDisplayString()}.g.cs", $"namespace {tests.ContainingNamespace.ToDisplayString()};\n\n{string.Join("\n", classes)}");
    }

    private static bool IsKind(IParameterSymbol parameter) => parameter.Type.ToDisplayString() == ServerKind;

    private static string Full(ITypeSymbol type) => type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat);
}
