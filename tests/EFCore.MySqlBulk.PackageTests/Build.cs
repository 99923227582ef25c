using System.Reflection;

namespace EFCore.MySqlBulk.PackageTests;

/// <summary>Properties that the build stored in this assembly.</summary>
internal static class Build
{
    public static string Repository { get; } = Metadata("RepositoryRoot");

    /// <summary>NuGet's folder for the user's packages.</summary>
    public static string Packages { get; } = Metadata("Packages");

    public static string EFCoreMajor { get; } = Metadata("EFCoreVersion");

    public static string Provider { get; } = Metadata("MySqlProvider");

    public static string Framework { get; } = EFCoreMajor == "9" ? "net8.0" : "net10.0";

    private static string Metadata(string key)
        => typeof(Build).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(a => a.Key == key).Value!;
}
