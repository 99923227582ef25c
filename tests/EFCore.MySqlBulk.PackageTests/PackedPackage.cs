using System.IO.Compression;
using System.Xml.Linq;
using EFCore.MySqlBulk.PackageTests;

[assembly: AssemblyFixture(typeof(PackedPackage))]

namespace EFCore.MySqlBulk.PackageTests;

/// <summary>The package for this variant's EF Core major version, packed into a folder feed.</summary>
public sealed class PackedPackage : IAsyncLifetime
{
    private readonly string _folder = Path.Combine(Path.GetTempPath(), $"mysqlbulk-package-{Guid.NewGuid():N}");

    /// <summary>A version that no cache contains.</summary>
    public string Version { get; } = $"{Build.EFCoreMajor}.0.0-test.{Environment.ProcessId}";

    internal string File => Path.Combine(Feed, $"EFCore.MySqlBulk.{Version}.nupkg");

    internal string SymbolsFile => Path.ChangeExtension(File, "snupkg");

    private string Feed => Path.Combine(_folder, "feed");

    // Packages that this run installs do not go into the user's package folder.
    private string Packages => Path.Combine(_folder, "packages");

    public async ValueTask InitializeAsync()
    {
        string sources = Path.Combine(_folder, "sources");
        SourceCopy.Write(sources);
        DotNetCommand packed = await DotNetCommand.RunAsync(
            Path.Combine(sources, "src", "EFCore.MySqlBulk"), Build.Packages, "pack", "--output", Feed, "-nologo", "-p:RunAnalyzers=false",
            $"-p:EFCoreVersion={Build.EFCoreMajor}", $"-p:VersionSuffix=test.{Environment.ProcessId}");
        packed.Succeeded();
    }

    /// <summary>A program outside the repository, with the library's first example, that installs the package from the feed.</summary>
    internal FreshApp NewApp(string name) => new(Path.Combine(_folder, name), Feed, Packages, Version);

    internal XElement Metadata()
    {
        using ZipArchive archive = ZipFile.OpenRead(File);
        using Stream nuspec = archive.GetEntry("EFCore.MySqlBulk.nuspec")!.Open();
        return XDocument.Load(nuspec).Root!.Elements().Single();
    }

    internal string Read(string entry)
    {
        using ZipArchive archive = ZipFile.OpenRead(File);
        using StreamReader reader = new(archive.GetEntry(entry)!.Open());
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }

    internal byte[] ReadBytes(string entry)
    {
        using ZipArchive archive = ZipFile.OpenRead(File);
        using MemoryStream bytes = new();
        using Stream stored = archive.GetEntry(entry)!.Open();
        stored.CopyTo(bytes);
        return bytes.ToArray();
    }

    public ValueTask DisposeAsync()
    {
        Directory.Delete(_folder, true);
        return default;
    }
}
