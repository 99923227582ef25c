using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>The model's converter throws for a value, of the first commands or of later ones.</summary>
public sealed class ImpossibleValueStory : SaveStory
{
    private const int Parcels = 900;
    private const string Impossible = "?";

    public override int BulkRuns => 3;

    public override int Failures => 4;

    // All commands are one batch, so that its failure names the same entities.
    public override int MaxBatchSize => 1_000;

    public override void Model(ModelBuilder model) => model.Entity<Parcel>(parcel =>
    {
        parcel.ToTable("parcels");
        parcel.Property(p => p.Id).ValueGeneratedNever();
        parcel.HasIndex(p => p.Code).IsUnique();
        parcel.Property(p => p.Code).HasConversion(code => Sent(code), text => text);
    });

    public override IEnumerable<SaveStep> Steps()
    {
        List<Parcel> parcels = [.. Numbers(Parcels).Select(i => new Parcel { Id = i, Code = $"{i}" })];
        foreach (int at in (int[])[5, 800])
        {
            yield return Then(context =>
            {
                parcels[at].Code = Impossible;
                if (at == 5)
                    context.AddRange(parcels);
            });
            yield return Then(_ => parcels[at].Code = "added");
            yield return Then(_ => parcels.ForEach(parcel => parcel.Code = parcel == parcels[at] ? Impossible : parcel.Code + "!"));
            yield return Then(_ => parcels[at].Code = "changed");
        }
    }

    private static string Sent(string code) => code != Impossible ? code : throw new InvalidOperationException("impossible");

    private sealed class Parcel
    {
        public int Id { get; set; }

        [MaxLength(20)]
        public string Code { get; set; } = "";

        public int Class { get; set; }
    }
}
