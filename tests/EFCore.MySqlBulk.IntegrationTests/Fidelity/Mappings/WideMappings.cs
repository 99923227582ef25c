using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>The mappings whose entities hold a value of every type, by the names that docs/fidelity.md gives them.</summary>
internal static class WideMappings
{
    public static IReadOnlyList<(string Name, ComparedMapping Mapping)> All { get; } =
    [
        ("one table", Whole(static entity => entity.HasKey(row => row.Number))),
        ("alternate key", Whole(static entity =>
        {
            entity.HasKey(row => row.Number);
            entity.HasAlternateKey(row => row.Section);
        })),
        ("composite key", Whole(static entity =>
        {
            entity.HasKey(row => new { row.Section, row.Number });
            entity.Property(row => row.Number).ValueGeneratedNever();
        })),
        ("backing fields", Whole(static entity =>
        {
            entity.HasKey(row => row.Number);
            entity.UsePropertyAccessMode(PropertyAccessMode.Field);
        })),
        ("shadow properties", new ShadowMapping()),
        ("property bag", new BagMapping()),
        ("table per hierarchy", new FamilyMapping(static _ => { })),
        ("table per type", new FamilyMapping(static model =>
        {
            model.Entity<Numbered>().UseTptMappingStrategy();
            model.Entity<Everything>().ToTable("everything");
            model.Entity<Special>().ToTable("specials");
        }, isByType: true)),
        ("table per concrete type", new FamilyMapping(static model =>
        {
            model.Entity<Numbered>().UseTpcMappingStrategy().Property(row => row.Number).ValueGeneratedNever();
            model.Entity<Everything>().ToTable("everything");
            model.Entity<Special>().ToTable("specials");
        }, isByConcreteType: true)),
        ("entity splitting", Whole(static entity =>
        {
            entity.HasKey(row => row.Number);
            entity.SplitToTable("others", table =>
            {
                foreach (StoredType type in StoredTypes.Wide.Where((_, i) => i % 2 == 1))
                {
                    table.Property(type.Property);
                    table.Property(type.OptionalProperty);
                }
            });
        })),
        ("table splitting", new WideMapping<Noted>(
            static model =>
            {
                model.Entity<Noted>(entity =>
                {
                    entity.ToTable("noted").HasKey(row => row.Number);
                    EveryColumn.Map((type, name) => entity.Property(type, name).Metadata);
                    entity.HasOne(row => row.Note).WithOne().HasForeignKey<SharedNote>(note => note.Id);
                });
                model.Entity<SharedNote>().ToTable("noted");
            },
            static (sample, row) => sample.Fill(new Noted { Note = row % 3 == 1 ? null : new() { Words = $"it's {row}" } }, row),
            static (sample, row, entity) =>
            {
                sample.Fill(entity, row);
                if (entity.Note is { } note)
                    note.Words = $"changed {row}";
            })),
        ("owned entity", Held(static holder => holder.OwnsOne(h => h.Part, Owned), Sometimes)),
        ("owned entity in a table of its own", Held(static holder => holder.OwnsOne(h => h.Part, static part =>
        {
            part.ToTable("parts");
            Owned(part);
        }), Sometimes)),
        ("owned entity of an owned one", new WideMapping<NestedHolder>(
            static model => model.Entity<NestedHolder>().ToTable("nested").OwnsOne(h => h.Middle, static middle => middle.OwnsOne(m => m.Part, Owned)),
            static (sample, row) => new() { Middle = row % 7 == 2 ? null : new() { Label = $"{row}", Part = Sometimes(sample, row) } },
            static (sample, row, holder) =>
            {
                if (holder.Middle is { } middle)
                    middle.Label = $"{row}";
                Refill(sample, row, holder.Middle?.Part);
            })),
        ("owned collection", new WideMapping<CollectionHolder>(
            static model => model.Entity<CollectionHolder>().ToTable("holders").OwnsMany(h => h.Parts, static part =>
            {
                part.ToTable("parts");
                EveryColumn.Map((type, name) => part.Property(type, name).Metadata);
            }),
            NewCollection, ChangeCollection)),
        ("owned entity in JSON", Held(static holder => holder.OwnsOne(h => h.Part, static part =>
        {
            part.ToJson();
            EveryColumn.MapDocument((type, name) => part.Property(type, name).Metadata);
        }), Sometimes, isJson: true)),
        ("owned collection in JSON", new WideMapping<CollectionHolder>(
            static model => model.Entity<CollectionHolder>().ToTable("holders").OwnsMany(h => h.Parts, static part =>
            {
                part.ToJson();
                EveryColumn.MapDocument((type, name) => part.Property(type, name).Metadata);
            }),
            NewCollection, ChangeDocument) { IsJson = true }),
        ("complex type", Held(static holder => holder.ComplexProperty(h => h.Part, static part =>
        {
            part.IsRequired();
            EveryColumn.Map((type, name) => part.Property(type, name).Metadata);
        }), Always)),
#if EFCORE10
        ("optional complex type", Held(static holder => holder.ComplexProperty(h => h.Part, static part =>
        {
            EveryColumn.Map((type, name) => part.Property(type, name).Metadata);
        }), Sometimes)),
        ("complex type in JSON", Held(static holder => holder.ComplexProperty(h => h.Part, static part =>
        {
            part.IsRequired().ToJson();
            EveryColumn.MapDocument((type, name) => part.Property(type, name).Metadata);
        }), Always, isJson: true)),
        ("complex collection in JSON", new WideMapping<CollectionHolder>(
            static model => model.Entity<CollectionHolder>().ToTable("holders").ComplexCollection(h => h.Parts, static part =>
            {
                part.ToJson();
                EveryColumn.MapDocument((type, name) => part.Property(type, name).Metadata);
            }),
            NewCollection, ChangeDocument) { IsJson = true }),
#endif
    ];

    private static WideMapping<Everything> Whole(Action<EntityTypeBuilder<Everything>> map) => new(
        model => model.Entity<Everything>(entity =>
        {
            entity.ToTable("whole");
            EveryColumn.Map((type, name) => entity.Property(type, name).Metadata);
            map(entity);
        }),
        static (sample, row) => sample.Fill(new Everything { Section = row + 1 }, row),
        static (sample, row, entity) => sample.Fill(entity, row));

    private static WideMapping<Holder> Held(Action<EntityTypeBuilder<Holder>> map, Func<SampleRows, int, Everything?> part, bool isJson = false) => new(
        model => map(model.Entity<Holder>().ToTable("holders")),
        (sample, row) => new() { Title = $"{row}", Part = part(sample, row) },
        static (sample, row, holder) =>
        {
            holder.Title = $"changed {row}";
            Refill(sample, row, holder.Part);
        })
    {
        IsJson = isJson,
    };

    private static CollectionHolder NewCollection(SampleRows sample, int row)
        => new() { Title = $"{row}", Parts = [.. Enumerable.Range(row, row % 3).Select(i => sample.Fill(new Everything { Number = i }, i))] };

    private static void ChangeCollection(SampleRows sample, int row, CollectionHolder holder)
    {
        holder.Title = $"changed {row}";
        holder.Parts.ForEach(part => Refill(sample, row, part));
    }

    // If a single element changes, SaveChanges replaces it in the document, whose text MariaDB then writes with spaces.
    private static void ChangeDocument(SampleRows sample, int row, CollectionHolder holder)
    {
        ChangeCollection(sample, row, holder);
        holder.Parts.Add(sample.Fill(new Everything { Number = row }, row));
    }

    private static void Owned<TOwner>(OwnedNavigationBuilder<TOwner, Everything> part)
        where TOwner : class
        => EveryColumn.Map((type, name) => part.Property(type, name).Metadata);

    private static Everything? Sometimes(SampleRows sample, int row) => row % 5 == 4 ? null : Always(sample, row);

    private static Everything Always(SampleRows sample, int row) => sample.Fill(new Everything { Number = row }, row);

    private static void Refill(SampleRows sample, int row, Everything? part)
    {
        if (part is not null)
            sample.Fill(part, row).Number = -row;
    }
}
