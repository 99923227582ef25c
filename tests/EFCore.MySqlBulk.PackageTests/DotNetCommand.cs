using System.Diagnostics;

namespace EFCore.MySqlBulk.PackageTests;

/// <summary>One run of <c>dotnet</c>: its exit code and its whole output.</summary>
internal sealed record DotNetCommand(int ExitCode, string Output)
{
    // The app must not inherit the switches of the repository's variants or of the running build.
    private static readonly string[] NotInherited = ["EFCoreVersion", "MySqlProvider", "MySqlConnectorVersion", "NewLife", "RunAnalyzers", "ArtifactsPath", "CI", "MSBuildSDKsPath", "MSBuildExtensionsPath", "MSBUILD_EXE_PATH"];

    public static async Task<DotNetCommand> RunAsync(string folder, string packages, params string[] arguments)
    {
        ProcessStartInfo start = new("dotnet", arguments) { WorkingDirectory = folder, RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (string name in NotInherited)
            start.Environment.Remove(name);
        start.Environment["NUGET_PACKAGES"] = packages;
        // No build server and no idle node outlives the command.
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["UseSharedCompilation"] = "false";
        start.Environment["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1";
        start.Environment["DOTNET_NOLOGO"] = "1";
        using Process process = Process.Start(start)!;
        using CancellationTokenRegistration end = TestContext.Current.CancellationToken.Register(() => process.Kill(true));
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> errors = process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        return new(process.ExitCode, $"dotnet {string.Join(' ', arguments)}\n{await output}{await errors}");
    }

    public DotNetCommand Succeeded()
    {
        Assert.True(ExitCode == 0, Output);
        return this;
    }
}
