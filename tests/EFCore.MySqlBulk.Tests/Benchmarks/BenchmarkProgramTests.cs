using System.Diagnostics;

namespace EFCore.MySqlBulk.Tests.Benchmarks;

/// <summary>If the benchmark program cannot start, it ends with a message and an exit code, as its README says.</summary>
public sealed class BenchmarkProgramTests
{
    private const string Name = "EFCore.MySqlBulk.Benchmarks";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("--connection", "Server=127.0.0.1;Port=1;User ID=x", 1, "--connection leads to no server: ")]
    [InlineData("--connection", "Server=127.0.0.1;Port=many;User ID=x", 1, "--connection leads to no server: ")]
    [InlineData("--connection", "localhost", 1, "--connection needs a connection string such as ")]
    [InlineData("--save-changes --connection", "Server=127.0.0.1;Port=1;User ID=x", 1, "--connection leads to no server: ")]
    [InlineData("--only", "nothing", 2, "--only ")]
    [InlineData("--save-changes --rows", "1,none", 2, "--rows: none is no number ")]
    [InlineData("--three-rows", "--save-changes", 2, "only one of ")]
    [InlineData("--insert-or-update --rows", "100,none", 2, "--rows: none is no number ")]
    [InlineData("--insert-or-update", "--read-by-keys", 2, "only one of ")]
    [InlineData("--cluster --connection", "Server=127.0.0.1", 2, "--cluster starts its own servers")]
    [InlineData("--wide-rows --rows", "1000", 2, "--wide-rows: --rows is one number from 600000 to 20000000, and not with --quick")]
    [InlineData("--rows", "2000001", 2, "--rows: 2000001 is no number from 1 to 2000000")]
    [InlineData("--read-by-keys --rows", "200001", 2, "--rows: 200001 is no number from 1 to 200000")]
    [InlineData("report --part", "nothing", 2, "--part is operations, operations-mariadb, ")]
    [InlineData("report", "--rows", 2, "unknown argument --rows")]
    public async Task A_bad_start_is_reported_in_a_sentence(string options, string value, int exitCode, string sentence)
    {
        (int code, List<string> lines) = await RunAsync([.. options.Split(' '), value]);

        Assert.Equal(exitCode, code);
        Assert.StartsWith(sentence, lines[0], StringComparison.Ordinal);
        Assert.DoesNotContain(lines, line => line.StartsWith("   at ", StringComparison.Ordinal));
        if (exitCode == 1)
            Assert.Single(lines);
    }

    private static async Task<(int ExitCode, List<string> Lines)> RunAsync(params string[] arguments)
    {
        ProcessStartInfo start = new(ProgramPath(), arguments) { RedirectStandardError = true, RedirectStandardOutput = true };
        using Process process = Process.Start(start)!;
        try
        {
            Task<string> output = process.StandardOutput.ReadToEndAsync(Token);
            string error = await process.StandardError.ReadToEndAsync(Token);
            await output;
            await process.WaitForExitAsync(Token);
            return (process.ExitCode, [.. error.Split('\n').Select(line => line.TrimEnd()).Where(line => line.Length > 0 && !line.StartsWith("This is a debug build", StringComparison.Ordinal))]);
        }
        finally
        {
            if (!process.HasExited)
                process.Kill();
        }
    }

    // Each project has its own folder beside this one's, with a subfolder for each configuration.
    private static string ProgramPath()
    {
        DirectoryInfo configuration = new(AppContext.BaseDirectory);
        return Path.Combine(configuration.Parent!.Parent!.FullName, Name, configuration.Name, OperatingSystem.IsWindows() ? Name + ".exe" : Name);
    }
}
