using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>Two entities share a row, and one entity is spread over two tables.</summary>
public sealed class SplitStory : SaveStory
{
    public override int BulkRuns => 9;

    public override void Model(ModelBuilder model)
    {
        model.Entity<Letter>(letter =>
        {
            letter.ToTable("letters");
            letter.Property(l => l.Version).IsConcurrencyToken().HasColumnName("Version");
            letter.HasOne(l => l.Content).WithOne().HasForeignKey<Content>(c => c.Id);
            letter.Navigation(l => l.Content).IsRequired();
        });
        model.Entity<Content>(content =>
        {
            content.ToTable("letters");
            content.Property(c => c.Version).IsConcurrencyToken().HasColumnName("Version");
        });
        model.Entity<Meter>(meter => meter.ToTable("meters").SplitToTable("meter_notes", notes =>
        {
            notes.Property(m => m.Id).HasColumnName("MeterId");
            notes.Property(m => m.Note);
        }));
    }

    public override IEnumerable<SaveStep> Steps()
    {
        List<Letter> letters = [.. Numbers().Select(i => new Letter { Name = $"letter {i}", Content = new() { Text = $"text {i}" } })];
        List<Meter> meters = [.. Numbers().Select(i => new Meter { Reading = i, Note = i % 3 == 0 ? null : $"note {i}" })];
        yield return Then(context =>
        {
            context.AddRange(letters);
            context.AddRange(meters);
        });
        yield return Then(_ => letters.ForEach(letter => (letter.Content.Text, letter.Version, letter.Content.Version) = ("new", 1, 1)));
        yield return Then(_ => letters.ForEach(letter => (letter.Name, letter.Content.Text, letter.Version, letter.Content.Version) = ("both", "both", 2, 2)));
        yield return Then(_ => meters.ForEach(meter => meter.Note = $"{meter.Note}!"));
        yield return Then(_ => meters.ForEach(meter => (meter.Reading, meter.Note) = (meter.Reading * 2, null)));
        yield return Anew(context =>
        {
            context.RemoveRange(context.Set<Letter>().Include(l => l.Content).OrderBy(l => l.Id));
            context.RemoveRange(context.Set<Meter>().OrderBy(m => m.Id));
        });
    }

    private sealed class Letter
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Version { get; set; }

        public Content Content { get; set; } = new();
    }

    private sealed class Content
    {
        public int Id { get; set; }

        public string Text { get; set; } = "";

        public int Version { get; set; }
    }

    private sealed class Meter
    {
        public int Id { get; set; }

        public double Reading { get; set; }

        [MaxLength(100)]
        public string? Note { get; set; }
    }
}
