using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>Which source files of the library use which others, as the compiler binds their names.</summary>
internal static class SourceGraph
{
    private static readonly string[] Global = ["System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Threading", "System.Threading.Tasks"];

    /// <summary>For each file, the files whose types it names or uses members of.</summary>
    public static IReadOnlyDictionary<string, IReadOnlySet<string>> Uses { get; } = Read();

    /// <summary>The folder of a file, with slashes; empty for the root.</summary>
    public static string FolderOf(string path) => path.Contains('/', StringComparison.Ordinal) ? path[..path.LastIndexOf('/')] : "";

    /// <summary>The groups of nodes that reach each other.</summary>
    public static IReadOnlyList<IReadOnlyList<string>> Circles(IReadOnlyDictionary<string, IReadOnlySet<string>> graph)
    {
        Dictionary<string, HashSet<string>> reach = graph.Keys.ToDictionary(node => node, node => ReachedFrom(node, graph));
        HashSet<string> seen = [];
        return
        [
            .. from node in graph.Keys.Order(StringComparer.Ordinal)
               let circle = reach[node].Where(other => reach[other].Contains(node)).Order(StringComparer.Ordinal).ToArray()
               where circle.Length > 1 && seen.Add(circle[0])
               select circle,
        ];
    }

    private static HashSet<string> ReachedFrom(string node, IReadOnlyDictionary<string, IReadOnlySet<string>> graph)
    {
        HashSet<string> reached = [];
        Stack<string> next = new(graph[node]);
        while (next.TryPop(out string? other))
        {
            if (reached.Add(other) && graph.TryGetValue(other, out IReadOnlySet<string>? more))
            {
                foreach (string one in more)
                    next.Push(one);
            }
        }

        return reached;
    }

    private static Dictionary<string, IReadOnlySet<string>> Read()
    {
        CSharpParseOptions options = new(LanguageVersion.Preview, preprocessorSymbols: ["EFCORE10", "NET8_0_OR_GREATER", "NET9_0_OR_GREATER", "NET10_0_OR_GREATER"]);
        string root = RepositoryFiles.PathOf(SourceFile.Library);
        SyntaxTree[] trees = [.. SourceFile.All.Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(Path.Combine(root, file.Path)), options, file.Path))];
        SyntaxTree usings = CSharpSyntaxTree.ParseText(string.Concat(Global.Select(each => $"global using {each};")), options);
        CSharpCompilation compilation = CSharpCompilation.Create("library", [.. trees, usings], References(), new(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true, nullableContextOptions: NullableContextOptions.Enable));
        return trees.ToDictionary(tree => tree.FilePath, tree => (IReadOnlySet<string>)UsesOf(tree, compilation.GetSemanticModel(tree)).ToHashSet());
    }

    // The files of one type are one place.
    private static IEnumerable<string> UsesOf(SyntaxTree tree, SemanticModel model)
        => from name in tree.GetRoot().DescendantNodes().OfType<SimpleNameSyntax>()
           let info = model.GetSymbolInfo(name)
           from symbol in info.Symbol is { } only ? [only] : info.CandidateSymbols
           let type = TypeOf(symbol)
           where type is not null && !type.OriginalDefinition.DeclaringSyntaxReferences.Any(declared => declared.SyntaxTree == tree)
           from declared in type.OriginalDefinition.DeclaringSyntaxReferences
           let path = declared.SyntaxTree.FilePath
           where path.Length > 0 && path != tree.FilePath
           select path;

    private static INamedTypeSymbol? TypeOf(ISymbol symbol)
    {
        ISymbol target = symbol is IMethodSymbol { ReducedFrom: { } extension } ? extension : symbol;
        INamedTypeSymbol? type = target as INamedTypeSymbol ?? (target is IMethodSymbol or IPropertySymbol or IFieldSymbol or IEventSymbol ? target.ContainingType : null);
        while (type?.ContainingType is { } outer)
            type = outer;
        return type;
    }

    // The library itself is among the test's assemblies, and must not answer for its sources.
    private static IEnumerable<MetadataReference> References()
        => ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => !Path.GetFileName(path).StartsWith("EFCore.MySqlBulk", StringComparison.Ordinal))
            .Select(path => MetadataReference.CreateFromFile(path));
}
