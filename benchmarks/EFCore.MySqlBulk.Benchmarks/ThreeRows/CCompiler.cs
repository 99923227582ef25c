namespace EFCore.MySqlBulk.Benchmarks.ThreeRows;

/// <summary>Compiles the loop with the library that is installed, or the one that MYSQLBULK_C_FLAGS points to.</summary>
internal static class CCompiler
{
    public const string FlagsVariable = "MYSQLBULK_C_FLAGS";

    private const string Source = "insert3.c";

    private static readonly string[] Configurations = ["mariadb_config", "mysql_config"];

    /// <summary>Writes the program into a folder, and returns its path.</summary>
    /// <exception cref="ProgramFailedException">There is no compiler or no library.</exception>
    public static async Task<string> CompileAsync(string folder, CancellationToken token)
    {
        string source = Path.Combine(folder, Source);
        string program = Path.Combine(folder, "insert3");
        await using (Stream text = typeof(CCompiler).Assembly.GetManifestResourceStream(Source)!)
        await using (FileStream file = File.Create(source))
            await text.CopyToAsync(file, token);
        string flags = Environment.GetEnvironmentVariable(FlagsVariable) ?? await FlagsAsync(token);
        string compiler = Environment.GetEnvironmentVariable("CC") ?? "cc";
        await ExternalProgram.RunAsync(
            compiler, ["-O2", "-Wall", "-o", program, source, .. flags.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)], token);
        return program;
    }

    private static async Task<string> FlagsAsync(CancellationToken token)
    {
        foreach (string configuration in Configurations)
        {
            try
            {
                return await ExternalProgram.RunAsync(configuration, ["--cflags", "--libs"], token);
            }
            catch (ProgramFailedException)
            {
                // The next one may be installed.
            }
        }
        throw new ProgramFailedException($"neither {string.Join(" nor ", Configurations)} is there, and {FlagsVariable} is not set");
    }
}
