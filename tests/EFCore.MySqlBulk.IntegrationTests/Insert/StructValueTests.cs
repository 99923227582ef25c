using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.ValueGeneration;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert;

/// <summary>Values that are generated for a property of a struct reach the entity, not a copy of the struct.</summary>
[BothServers]
public abstract class StructValueTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task They_are_what_SaveChanges_gives_the_entity(BulkPipelining pipelining)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Parcel>(parcel =>
        {
            parcel.ToTable("parcels");
            parcel.ComplexProperty(p => p.Label, label =>
            {
                label.Property(l => l.Weight).HasDefaultValue(7);
                label.Property(l => l.Made).HasValueGenerator<Words>().ValueGeneratedOnAdd();
                label.ComplexProperty(l => l.Place).Property(p => p.Shelf).HasDefaultValue(3);
            });
        }));
        await using ModelContext saving = database.Context();
        Parcel saved = new();
        saving.Add(saved);
        await saving.SaveChangesAsync(Token);
        await using ModelContext context = database.Context();
        foreach (bool isTracked in (bool[])[false, true])
        {
            List<Parcel> parcels = [new(), new() { Label = new() { Weight = 5, Name = "n", Made = "m", Place = new() { Shelf = 9 } } }];
            if (isTracked)
                context.AddRange(parcels);

            await context.BulkInsertAsync(parcels, new() { Pipelining = pipelining }, Token);

            Assert.Equal(Shown(saved), Shown(parcels[0]));
            Assert.Equal("5|n|m|9", Shown(parcels[1]));
            List<Parcel> stored = await context.Set<Parcel>().AsNoTracking().Where(p => parcels.Select(x => x.Id).Contains(p.Id)).OrderBy(p => p.Id).ToListAsync(Token);
            Assert.Equal(parcels.Select(Shown), stored.Select(Shown));
        }
    }

    private static string Shown(Parcel parcel) => $"{parcel.Label.Weight}|{parcel.Label.Name}|{parcel.Label.Made}|{parcel.Label.Place.Shelf}";

    private sealed class Words : ValueGenerator<string>
    {
        public override bool GeneratesTemporaryValues => false;

        public override string Next(EntityEntry entry) => "made";
    }

    private sealed class Parcel
    {
        public int Id { get; set; }

        public Label Label { get; set; } = new();
    }

    private struct Label
    {
        public Label()
        {
        }

        public int Weight { get; set; }

        public string Name { get; set; } = "";

        public string? Made { get; set; }

        public Place Place { get; set; }
    }

    private struct Place
    {
        public int Shelf { get; set; }
    }
}
