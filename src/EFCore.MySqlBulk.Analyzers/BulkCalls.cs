using Microsoft.CodeAnalysis;

namespace EFCore.MySqlBulk.Analyzers;

/// <summary>The methods of the library, as the compiler sees them in a user's code.</summary>
internal static class BulkCalls
{
    private const string Library = "EFCore.MySqlBulk";

    public static bool AreIn(Compilation compilation) => compilation.ReferencedAssemblyNames.Any(assembly => assembly.Name == Library);

    public static bool Contain(IMethodSymbol method) => method.ContainingAssembly?.Name == Library;
}
