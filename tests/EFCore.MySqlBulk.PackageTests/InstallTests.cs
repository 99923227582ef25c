using System.Text.RegularExpressions;
using TestServers;

namespace EFCore.MySqlBulk.PackageTests;

/// <summary>The package in a program outside this repository.</summary>
public sealed partial class InstallTests(PackedPackage package)
{
    [Fact]
    public async Task The_first_example_runs_in_a_fresh_app_with_the_default_language_of_its_framework()
    {
        FreshApp app = package.NewApp("fresh");
        Task<TestServer> starting = TestServer.StartAsync(ServerKind.MySql, cancellationToken: TestContext.Current.CancellationToken);
        DotNetCommand built = (await app.BuildAsync(Build.Framework)).Succeeded();
        await using TestServer server = await starting;

        DotNetCommand ran = (await app.RunAsync(Build.Framework, $"{server.ConnectionString};Database=package_{Environment.ProcessId}")).Succeeded();

        Assert.Contains($"EF Core {Build.EFCoreMajor}.", ran.Output, StringComparison.Ordinal);
        Assert.Contains($"library {Build.EFCoreMajor}.0.0.0", ran.Output, StringComparison.Ordinal);
        Assert.Contains("users 0, stock 7, keys 3000", ran.Output, StringComparison.Ordinal);
        Assert.Contains("inserted 3, updated 3, deleted 2, executed 2", ran.Output, StringComparison.Ordinal);
        // The compiler has loaded the analyzers, and they warn of nothing in the library's own example.
        Assert.Equal(
            ["Careless.cs(11): warning MYSQLBULK003", "Careless.cs(9): warning MYSQLBULK002"],
            Warnings().Matches(built.Output).Select(match => $"{match.Groups["file"].Value}({match.Groups["line"].Value}): warning {match.Groups["id"].Value}").Distinct().Order(StringComparer.Ordinal));
        Assert.Contains($"({SourceCopy.Remote}/blob/{SourceCopy.Commit}/docs/troubleshooting.md#at-build)", built.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_project_that_names_the_other_major_of_EF_Core_does_not_build()
    {
        // NuGet itself rejects a lower version than the package requires, and only warns about a higher one.
        (string other, string error) = Build.EFCoreMajor == "9" ? ("10.0.14", "MYSQLBULK001") : ("9.0.22", "NU1605");

        DotNetCommand built = await package.NewApp("other").BuildAsync("net10.0", $"-p:OtherEFCore={other}", "-p:Provider=None");

        Assert.NotEqual(0, built.ExitCode);
        Assert.Contains($"error {error}", built.Output, StringComparison.Ordinal);
    }

    // An analyzer that the compiler cannot load, or that fails, is a warning too (CS8032, AD0001).
    [GeneratedRegex(@"(?<file>\w+\.cs)\((?<line>\d+),\d+\): warning (?<id>\w+)|warning (?<id>CS\d+|AD\d+)")]
    private static partial Regex Warnings();
}
