using System.IO.Compression;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace EFCore.MySqlBulk.PackageTests;

/// <summary>The metadata of the package, and its files.</summary>
public sealed partial class ContentTests(PackedPackage package)
{
    private const string Analyzers = "analyzers/dotnet/cs/EFCore.MySqlBulk.Analyzers.dll";

    private static readonly Guid SourceLink = new("CC110556-A091-4D38-9FEC-25AB9A351A6A");

    [Fact]
    public void It_depends_on_one_major_of_EF_Core_and_on_nothing_else()
    {
        XElement group = Assert.Single(Elements("dependencies").Single().Elements());
        XElement dependency = Assert.Single(group.Elements());

        Assert.Equal(Build.Framework, group.Attribute("targetFramework")!.Value);
        Assert.Equal("Microsoft.EntityFrameworkCore.Relational", dependency.Attribute("id")!.Value);
        Assert.Equal(Build.EFCoreMajor == "9" ? "[9.0.5, 10.0.0)" : "[10.0.0, 11.0.0)", dependency.Attribute("version")!.Value);
    }

    [Fact]
    public void It_names_the_repository_and_the_commit_of_the_clone_that_it_is_packed_in()
    {
        XElement repository = Elements("repository").Single();

        Assert.Equal($"{SourceCopy.Remote}.git", repository.Attribute("url")!.Value);
        Assert.Equal(SourceCopy.Commit, repository.Attribute("commit")!.Value);
        Assert.StartsWith(SourceCopy.Remote, Elements("projectUrl").Single().Value, StringComparison.Ordinal);
    }

    [Fact]
    public void It_has_a_licence_tags_an_icon_and_release_notes()
    {
        Assert.Equal("MIT", Elements("license").Single().Value);
        Assert.Equal("icon.png", Elements("icon").Single().Value);
        Assert.Contains("mariadb", Elements("tags").Single().Value.Split(' '));
        Assert.Contains("`BulkInsert`", Elements("releaseNotes").Single().Value, StringComparison.Ordinal);
        Assert.DoesNotContain("\n## ", Elements("releaseNotes").Single().Value, StringComparison.Ordinal);
        Assert.Contains("IHDR", package.Read("icon.png"), StringComparison.Ordinal);
    }

    [Fact]
    public void The_links_of_its_README_lead_to_the_repository_at_that_commit()
    {
        string readme = package.Read("README.md");

        Assert.Equal("README.md", Elements("readme").Single().Value);
        Assert.Contains($"]({SourceCopy.Remote}/blob/{SourceCopy.Commit}/docs/limits.md)", readme, StringComparison.Ordinal);
        Assert.DoesNotMatch(@"\]\((?!https?:|#)", readme);
        Assert.DoesNotContain("![", readme, StringComparison.Ordinal);
        Assert.Contains("durable commits.\n\n| on MySQL", readme.ReplaceLineEndings("\n"), StringComparison.Ordinal);
        Assert.Contains("; ", readme, StringComparison.Ordinal);
    }

    [Fact]
    public void The_addresses_in_its_messages_lead_to_that_repository()
        => Assert.Matches($"RepositoryUrl.{Regex.Escape(SourceCopy.Remote)}", package.Read($"lib/{Build.Framework}/EFCore.MySqlBulk.dll"));

    [Fact]
    public void The_compiler_of_the_oldest_SDK_can_load_its_analyzers()
    {
        using ZipArchive archive = ZipFile.OpenRead(package.File);
        using PEReader file = new(new MemoryStream(package.ReadBytes(Analyzers)));
        MetadataReader reader = file.GetMetadataReader();
        Dictionary<string, Version> uses = reader.AssemblyReferences.Select(reader.GetAssemblyReference).ToDictionary(used => reader.GetString(used.Name), used => used.Version);

        Assert.Equal([Analyzers], archive.Entries.Select(entry => entry.FullName).Where(name => name.Contains("Analyzers", StringComparison.Ordinal)));
        // .NET 8, the lowest that the library runs on, came with the compiler 4.8.
        Assert.InRange(uses["Microsoft.CodeAnalysis"], new(4, 0), new(4, 8, 0, 0));
        Assert.Contains("netstandard", uses.Keys);
        Assert.Equal([], uses.Keys.Except(["netstandard", "Microsoft.CodeAnalysis", "Microsoft.CodeAnalysis.CSharp", "System.Collections.Immutable"]));
    }

    [Fact]
    public void Its_symbols_say_where_each_source_is()
    {
        using ZipArchive archive = ZipFile.OpenRead(package.SymbolsFile);
        using MemoryStream symbols = new();
        using (Stream entry = archive.GetEntry($"lib/{Build.Framework}/EFCore.MySqlBulk.pdb")!.Open())
            entry.CopyTo(symbols);
        symbols.Position = 0;
        using MetadataReaderProvider provider = MetadataReaderProvider.FromPortablePdbStream(symbols);
        MetadataReader reader = provider.GetMetadataReader();
        string[] links = [.. reader.CustomDebugInformation.Select(reader.GetCustomDebugInformation)
            .Where(i => reader.GetGuid(i.Kind) == SourceLink).Select(i => Encoding.UTF8.GetString(reader.GetBlobBytes(i.Value)))];

        Assert.Contains($"https://raw.githubusercontent.com/an-owner/a-fork/{SourceCopy.Commit}/*", Assert.Single(links), StringComparison.Ordinal);
    }

    [Fact]
    public void The_library_comes_with_the_documentation_of_its_public_members()
    {
        string[] documented = [.. XDocument.Parse(package.Read($"lib/{Build.Framework}/EFCore.MySqlBulk.xml")).Descendants("member").Select(member => Documented((string)member.Attribute("name")!)).Distinct()];
        string[] visible = VisibleMembers();
        Assert.Contains("EFCore.MySqlBulk.BulkInsertExtensions.BulkInsertAsync", documented);
        Assert.Contains("EFCore.MySqlBulk.BulkInsertOptions.ReturnKeys", documented);
        Assert.Equal([], documented.Except(visible));
        Assert.Equal([], visible.Where(name => name.StartsWith("EFCore.MySqlBulk.Bulk", StringComparison.Ordinal) && name.EndsWith("Options", StringComparison.Ordinal)).Except(documented));
    }

    private IEnumerable<XElement> Elements(string name) => package.Metadata().Elements().Where(e => e.Name.LocalName == name);

    private static string Documented(string name) => TypeParameters().Replace(name[2..].Split('(')[0], "").Replace("#ctor", ".ctor", StringComparison.Ordinal);

    private string[] VisibleMembers()
    {
        using ZipArchive archive = ZipFile.OpenRead(package.File);
        using MemoryStream library = new();
        using (Stream entry = archive.GetEntry($"lib/{Build.Framework}/EFCore.MySqlBulk.dll")!.Open())
            entry.CopyTo(library);
        library.Position = 0;
        using PEReader file = new(library);
        MetadataReader reader = file.GetMetadataReader();
        return [.. reader.TypeDefinitions.Select(reader.GetTypeDefinition)
            .Where(type => (type.Attributes & TypeAttributes.VisibilityMask) == TypeAttributes.Public)
            .SelectMany(type => VisibleMembers(reader, type))];
    }

    private static IEnumerable<string> VisibleMembers(MetadataReader reader, TypeDefinition type)
    {
        string name = Documented($"T:{reader.GetString(type.Namespace)}.{reader.GetString(type.Name)}");
        yield return name;
        foreach (FieldDefinition field in type.GetFields().Select(reader.GetFieldDefinition).Where(field => field.Attributes.HasFlag(FieldAttributes.Public)))
            yield return $"{name}.{reader.GetString(field.Name)}";
        foreach (MethodDefinition method in type.GetMethods().Select(reader.GetMethodDefinition).Where(method => (method.Attributes & MethodAttributes.MemberAccessMask) == MethodAttributes.Public))
            yield return $"{name}.{AccessorPrefix().Replace(reader.GetString(method.Name), "")}";
    }

    [GeneratedRegex(@"`+\d+")]
    private static partial Regex TypeParameters();

    [GeneratedRegex("^[gs]et_")]
    private static partial Regex AccessorPrefix();
}
