using System.Reflection;

namespace EFCore.MySqlBulk;

/// <summary>The address of a page of the documentation, for messages: in the repository that the library was built from, at its commit.</summary>
internal static class DocumentationPage
{
    /// <summary>What is not supported.</summary>
    public static string Limits { get; } = AddressOf("limits.md");

    /// <param name="page">The page's file.</param>
    /// <param name="repository">The repository's address; empty if the library was built from a clone without a remote.</param>
    /// <param name="version">The library's version, followed by a plus sign and the commit.</param>
    public static string AddressOf(string page, string? repository, string? version)
    {
        if (string.IsNullOrEmpty(repository))
            return $"docs/{page} in the repository";
        string root = repository.EndsWith(".git", StringComparison.Ordinal) ? repository[..^4] : repository;
        string commit = version?.Split('+') is [_, { Length: > 0 } named] ? named : "HEAD";
        return $"{root}/blob/{commit}/docs/{page}";
    }

    private static string AddressOf(string page)
    {
        Assembly library = typeof(DocumentationPage).Assembly;
        return AddressOf(
            page,
            library.GetCustomAttributes<AssemblyMetadataAttribute>().FirstOrDefault(data => data.Key == "RepositoryUrl")?.Value,
            library.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion);
    }
}
