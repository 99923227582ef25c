using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>More commands than are compared before the first statement. Later ones have other columns, are refused, or miss their rows.</summary>
public sealed class LongRunStory : SaveStory
{
    private const int Known = 1_000;
    private const int Parcels = Known + 300;

    public override int BulkRuns => 7;

    public override int Failures => 2;

    // Connector/NET waits for ever if a later statement of several fails on MariaDB.
    public override int MaxBatchSize => 1;

    public override void Model(ModelBuilder model) => model.Entity<Parcel>(parcel =>
    {
        parcel.ToTable("parcels");
        // The server counts on for rows that it refuses.
        parcel.Property(p => p.Id).ValueGeneratedNever();
        parcel.Property(p => p.Class).HasDefaultValue(7);
        parcel.HasIndex(p => p.Code).IsUnique();
    });

    public override IEnumerable<SaveStep> Steps()
    {
        List<Parcel> parcels = [.. Numbers(Parcels).Select(i => new Parcel { Id = i, Code = $"{i}", })];

        // One of the last is refused.
        yield return Then(context =>
        {
            parcels[Known + 100].Code = new('x', 30);
            context.AddRange(parcels);
        });


        // Some of the last have other columns.
        yield return Then(_ =>
        {
            parcels[Known + 100].Code = "right";
            parcels[Known + 50].Class = 1;
            parcels.Skip(Known + 150).Take(40).ToList().ForEach(parcel => parcel.Class = 2);
        });

        yield return Anew(context =>
        {
            foreach (Parcel parcel in context.Set<Parcel>().OrderBy(p => p.Id))
            {
                parcel.Code += "!";
                if (parcel.Id > Known + 250)
                    parcel.Class = 3;
            }
        });

        // A row is missing.
        yield return Then(context =>
        {
            context.Database.ExecuteSqlRaw("DELETE FROM parcels WHERE Id=1250");
            foreach (Parcel parcel in context.Set<Parcel>().Local)
                parcel.Code += "-";
        });

        yield return Anew(context => context.RemoveRange(context.Set<Parcel>()));
    }

    private sealed class Parcel
    {
        public int Id { get; set; }

        [MaxLength(20)]
        public string Code { get; set; } = "";

        public int Class { get; set; }
    }
}
