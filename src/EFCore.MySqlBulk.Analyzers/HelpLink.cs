using System.Reflection;

namespace EFCore.MySqlBulk.Analyzers;

/// <summary>The page about the warnings, in the repository that the package was built from, at its commit.</summary>
internal static class HelpLink
{
    /// <summary>Null if the package was built from a clone without a remote.</summary>
    public static string? Address { get; } = Of(
        typeof(HelpLink).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().FirstOrDefault(data => data.Key == "RepositoryUrl")?.Value,
        typeof(HelpLink).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion);

    private static string? Of(string? repository, string? version)
    {
        if (repository is null or "")
            return null;
        string root = repository.EndsWith(".git", StringComparison.Ordinal) ? repository.Substring(0, repository.Length - 4) : repository;
        string[] parts = version?.Split('+') ?? [];
        return $"{root}/blob/{(parts.Length == 2 ? parts[1] : "HEAD")}/docs/troubleshooting.md#at-build";
    }
}
