using System.Text.RegularExpressions;
using EFCore.MySqlBulk.Mapping.Shapes;
using EFCore.MySqlBulk.Tests.Model;
using EFCore.MySqlBulk.Tests.Repository;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The page of limits names every mapping that is refused, and says of each what a model with that mapping is told.</summary>
public sealed partial class LimitsPageTests
{
    private static readonly Dictionary<string, Action<ModelBuilder>> Refused = new(StringComparer.Ordinal)
    {
        ["table splitting: the dependent entity, and a principal whose dependent has more than plain columns"] = static model =>
        {
            model.Entity<Half>().ToTable("shared");
            model.Entity<Whole>().ToTable("shared").Ignore(w => w.Part).Ignore(w => w.Parts).HasOne<Half>().WithOne().HasForeignKey<Whole>(w => w.Id);
        },
        ["owned entity that refers to other entities"] = static model =>
        {
            model.Entity<Half>();
            Owned(model, static part => part.HasOne<Half>().WithMany().HasForeignKey(p => p.Number));
        },
        ["owned entity in JSON with a navigation back to its owner"] = static model => model.Entity<Whole>().Ignore(w => w.Parts).OwnsOne(w => w.Part, part =>
        {
            part.ToJson();
            part.Ignore(p => p.WholeId).WithOwner(p => p.Whole);
        }),
        ["owned entity with shadow properties"] = static model => Owned(model, static part => part.Property<int>("Shadow")),
        ["owned entity with a concurrency token, a default, a generated value"] = static model => Owned(model, static part => part.Property(p => p.Number).HasDefaultValue(7)),
        ["owned entity that shares a column with its owner"] = static model =>
        {
            model.Entity<Whole>().Property(w => w.Name).HasColumnName("Name");
            Owned(model, static part => part.Property(p => p.Name).HasColumnName("Name"));
        },
#if EFCORE10
        ["complex type in a JSON column with shadow properties (a discriminator), or with a concurrency token, a generated value"] = static model => Complex(model, static part =>
        {
            part.ToJson();
            part.HasDiscriminator<string>("Kind").HasValue("part");
        }),
        ["optional complex type with shadow properties, such as a discriminator"] = static model => Complex(model, static part => part.HasDiscriminator<string>("Kind").HasValue("part")),
        ["optional complex type with a concurrency token, a default, a generated value"] = static model => Complex(model, static part => part.Property(p => p.Number).HasDefaultValue(7)),
#endif
    };

    public static TheoryData<string> Mappings => [.. Rows().Keys];

    [Theory]
    [MemberData(nameof(Mappings))]
    public void A_mapping_has_the_reason_that_the_page_gives(string mapping)
    {
        if (EFCoreMajor < 10 && mapping.Contains("complex", StringComparison.Ordinal))
            Assert.Skip("EF Core 9 has no optional complex types, and none in JSON.");
        using ModelContext context = new(Refused[mapping]);
        string? reason = null;
        try
        {
            reason = SupportedShape.Obstacle(context.Model.FindEntityType(typeof(Whole))!);
        }
        catch (Exception exception) when (mapping.Contains("JSON", StringComparison.Ordinal) && exception is InvalidOperationException or NullReferenceException or NotSupportedException)
        {
            // EF Core itself refuses the model: this provider maps no JSON.
            Assert.Equal("Pomelo.EntityFrameworkCore.MySql", context.Database.ProviderName);
            return;
        }

        Assert.Equal(Rows()[mapping], reason);
    }

    [Fact]
    public void Every_reason_is_in_the_page()
    {
        Assert.True(Rows().Count > 5, "The search for rows finds hardly any.");
        Assert.Subset(Rows().Keys.ToHashSet(), Refused.Keys.ToHashSet());
        string source = RepositoryFiles.Read($"{SourceFile.Library}/Mapping/Shapes/SupportedShape.cs") + RepositoryFiles.Read($"{SourceFile.Library}/Mapping/Shapes/PartShape.cs");
        Assert.Equal(
            Rows().Count,
            Regex.Count(source, "which bulk operations do not write") - 1 + Regex.Matches(source, "return \"(a|references|shadow|concurrency) [^\"]*").Select(reason => reason.Value).Distinct().Count());
    }

    private static int EFCoreMajor => typeof(DbContext).Assembly.GetName().Version!.Major;

    private static Dictionary<string, string> Rows()
    {
        string page = RepositoryFiles.Read("docs/limits.md");
        string table = page[page.IndexOf("| mapping | the reason says that it |", StringComparison.Ordinal)..];
        return Row().Matches(table[..table.IndexOf("\n\n", StringComparison.Ordinal)]).Skip(1).ToDictionary(row => row.Groups[1].Value, row => row.Groups[2].Value);
    }

    private static void Owned(ModelBuilder model, Action<OwnedNavigationBuilder<Whole, Part>> configure) => model.Entity<Whole>().Ignore(w => w.Parts).OwnsOne(w => w.Part, part =>
    {
        part.Ignore(p => p.WholeId).Ignore(p => p.Whole);
        configure(part);
    });

#if EFCORE10
    private static void Complex(ModelBuilder model, Action<ComplexPropertyBuilder<Part>> configure)
        => model.Entity<Whole>().Ignore(w => w.Parts).ComplexProperty(w => w.Part!, part => configure(Plain(part)));

    private static ComplexPropertyBuilder<Part> Plain(ComplexPropertyBuilder<Part> part) => part.Ignore(p => p.Whole).Ignore(p => p.WholeId);
#endif

    [GeneratedRegex(@"^\| ([^|]+) \| ([^|]+) \|$", RegexOptions.Multiline)]
    private static partial Regex Row();

    private abstract class Base
    {
        public int Id { get; set; }
    }

    private sealed class Whole : Base
    {
        public string Name { get; set; } = "";

        public int Number { get; set; }

        public Part? Part { get; set; }

        public List<Part> Parts { get; set; } = [];
    }

    private sealed class Half
    {
        public int Id { get; set; }
    }

    private sealed class Part
    {
        public int WholeId { get; set; }

        public string Name { get; set; } = "";

        public int Number { get; set; }

        public Whole? Whole { get; set; }
    }
}
