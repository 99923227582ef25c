using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>Complex types, one inside another, are replaced and changed in part.</summary>
public sealed class ComplexTypeStory : SaveStory
{
    public override int BulkRuns => 5;

    public override void Model(ModelBuilder model) => model.Entity<Parcel>(parcel =>
    {
        parcel.ToTable("parcels");
        parcel.ComplexProperty(p => p.To, to => to.ComplexProperty(t => t.Street, street => street.Property(s => s.Number).HasConversion<string>()));
        parcel.ComplexProperty(p => p.Size);
    });

    public override IEnumerable<SaveStep> Steps()
    {
        yield return Then(context => context.AddRange(Numbers().Select(i => new Parcel { Name = $"parcel {i}", To = NewAddress(i), Size = new(i, i * 2) })));
        yield return Then(context =>
        {
            foreach (Parcel parcel in context.Set<Parcel>().Local)
                parcel.To.Street.Number++;
        });
        yield return Then(context =>
        {
            foreach (Parcel parcel in context.Set<Parcel>().Local)
                (parcel.To, parcel.Size) = (NewAddress((parcel.Id * 10) + 1), new(0, parcel.Size.High));
        });
        yield return Anew(context =>
        {
            foreach (Parcel parcel in context.Set<Parcel>().Where(p => p.To.City != "").OrderBy(p => p.Id))
                (parcel.To.Street.Name, parcel.Name) = (parcel.Id % 2 == 0 ? "\0'\\" : "ß", "sent");
        });
        yield return Anew(context => context.RemoveRange(context.Set<Parcel>().Where(p => p.Name == "sent")));
    }

    private static Address NewAddress(int i) => new() { City = $"city {i}", Floor = i % 4 == 0 ? null : i, Street = new() { Name = $"street {i}", Number = i } };

    private sealed class Parcel
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        [Required]
        public Address To { get; set; } = new();

        public Size Size { get; set; }
    }

    private sealed class Address
    {
        public string City { get; set; } = "";

        public int? Floor { get; set; }

        [Required]
        public Street Street { get; set; } = new();
    }

    private sealed class Street
    {
        public string Name { get; set; } = "";

        public int Number { get; set; }
    }

    private readonly record struct Size(int Wide, double High);
}
