using System.Collections.Immutable;
using EFCore.MySqlBulk.Analyzers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace EFCore.MySqlBulk.Tests.Analyzers;

/// <summary>A user's code, compiled against the library with its analyzers.</summary>
internal static class UserCode
{
    private static readonly SyntaxTree Usings = Parse("""
        global using System;
        global using System.Collections.Generic;
        global using System.Globalization;
        global using System.Linq;
        global using System.Threading.Tasks;
        global using EFCore.MySqlBulk;
        global using Microsoft.EntityFrameworkCore;
        global using Microsoft.EntityFrameworkCore.Storage;
        """);

    private static readonly SyntaxTree Entity = Parse("""
        public sealed class Line
        {
            public int Qty { get; set; }
            public string Sku { get; set; } = "";
        }
        """);

    // Compilations that are made from one share what they have read of the libraries.
    private static readonly CSharpCompilation Empty = CSharpCompilation.Create(
        "user", [Usings, Entity],
        ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Select(path => MetadataReference.CreateFromFile(path)),
        new(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));

    /// <summary>The warnings for the statements of a method, of which only those of the analyzers and the compiler's CS4014 count.</summary>
    public static Task<string[]> WarningsInMethodAsync(string statements, string returns = "void")
        => WarningsAsync($$"""
            public sealed class Service(DbContext context, List<Line> lines, IQueryable<Line> query)
            {
                private const string Sql = "DELETE FROM stock WHERE sku = {0}";
                private static readonly string Read = "DELETE FROM stock " + "WHERE sku = {0}";
                private static readonly string Loaded = Environment.CommandLine;
                private string? _text;
                private Task? _task;

                public {{returns}} Run(string name, int number, bool is_new, ISqlGenerationHelper helper)
                {
                    {{statements}}
                }

                private static string Load() => Environment.CommandLine;
                private static void Change(ref string text) => text += Environment.CommandLine;
                private object? Keep() => (_text, _task, query, Sql, Read, Loaded, Load(), context, lines);
            }
            """);

    public static async Task<string[]> WarningsAsync(string code, OutputKind kind = OutputKind.DynamicallyLinkedLibrary)
        => [.. (await DiagnosticsAsync(code, kind)).Select(warning => warning.Id).Order(StringComparer.Ordinal)];

    public static async Task<IReadOnlyList<Diagnostic>> DiagnosticsAsync(string code, OutputKind kind = OutputKind.DynamicallyLinkedLibrary)
    {
        CSharpCompilation compilation = Empty.AddSyntaxTrees(Parse(code)).WithOptions(Empty.Options.WithOutputKind(kind));
        ImmutableArray<Diagnostic> found = await compilation.WithAnalyzers([new RawTextAnalyzer(), new LostResultAnalyzer()]).GetAllDiagnosticsAsync(TestContext.Current.CancellationToken);
        Assert.Equal([], found.Where(one => one.Severity == DiagnosticSeverity.Error).Select(one => one.ToString()));
        // A failure of an analyzer is one too, AD0001.
        return [.. found.Where(one => one.Id == "CS4014" || !one.Id.StartsWith("CS", StringComparison.Ordinal))];
    }

    // Users' compilers are those of C# 12 and later.
    private static SyntaxTree Parse(string code) => CSharpSyntaxTree.ParseText(code, new(LanguageVersion.CSharp12));
}
