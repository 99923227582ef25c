namespace EFCore.MySqlBulk.PackageTests;

/// <summary>A user's program.</summary>
internal sealed class FreshApp
{
    private readonly string _folder;
    private readonly string _packages;
    private readonly List<string> _properties;

    public FreshApp(string folder, string feed, string packages, string version)
    {
        (_folder, _packages) = (folder, packages);
        string app = Path.Combine(Build.Repository, "tests/EFCore.MySqlBulk.PackageTests/App");
        SourceCopy.Copy(Path.Combine(app, "App.csproj"), Path.Combine(folder, "App.csproj"));
        SourceCopy.Copy(Path.Combine(app, "Program.cs"), Path.Combine(folder, "Program.cs"));
        SourceCopy.Copy(Path.Combine(app, "Careless.cs"), Path.Combine(folder, "Careless.cs"));
        SourceCopy.Copy(Path.Combine(Build.Repository, "tests/EFCore.MySqlBulk.Tests/Docs/ReadmeExample.cs"), Path.Combine(folder, "ReadmeExample.cs"));
        SourceCopy.CopyFeeds(folder);
        if (Build.Provider == "ConnectorNet")
            foreach (string library in (string[])["EFCore.MySqlBulk.Provider.ConnectorNet.dll", "MySql.Data.dll"])
                SourceCopy.Copy(Path.Combine(AppContext.BaseDirectory, library), Path.Combine(folder, "lib", library));
        string feeds = string.Join("%3B", (string[])[feed, .. (Environment.GetEnvironmentVariable("RestoreAdditionalProjectSources") ?? "").Split(';', StringSplitOptions.RemoveEmptyEntries)]);
        _properties =
        [
            "-nologo", $"-p:BulkVersion={version}", $"-p:Provider={Build.Provider}", $"-p:RestoreAdditionalProjectSources={feeds}",
            // Packages that are already on the machine are not downloaded again.
            $"-p:RestoreAdditionalProjectFallbackFolders={Build.Packages}",
        ];
    }

    public Task<DotNetCommand> BuildAsync(string framework, params string[] properties)
        => DotNetCommand.RunAsync(_folder, _packages, ["build", .. _properties, $"-p:Framework={framework}", .. properties]);

    public Task<DotNetCommand> RunAsync(string framework, params string[] arguments)
        => DotNetCommand.RunAsync(_folder, _packages, [Path.Combine("bin", "Debug", framework, "App.dll"), .. arguments]);
}
