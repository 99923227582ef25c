using System.ComponentModel.DataAnnotations;
using System.Globalization;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>Values are stored as others: an enum as text, a bool as a letter, a list as one text, times as numbers, a Guid as bytes.</summary>
public sealed class ConvertedStory : SaveStory
{
    private enum Stage
    {
        Planned,
        Open,
        Closed,
    }

    public override int BulkRuns => 4;

    public override void Model(ModelBuilder model) => model.Entity<Project>(project =>
    {
        project.ToTable("projects");
        project.Property(p => p.Stage).HasConversion<string>().HasMaxLength(20);
        project.Property(p => p.Before).HasConversion<int?>();
        project.Property(p => p.IsPublic).HasConversion(value => value ? "Y" : "N", text => text == "Y").HasMaxLength(1);
        project.Property(p => p.Length).HasConversion<long>();
        project.Property(p => p.Until).HasConversion(value => value.UtcTicks, ticks => new DateTimeOffset(ticks, TimeSpan.Zero));
        project.Property(p => p.Code).HasConversion(value => value.ToByteArray(), bytes => new Guid(bytes)).HasMaxLength(16);
        project.Property(p => p.Words).HasMaxLength(200).HasConversion(
            list => string.Join(';', list),
            text => text.Split(';', StringSplitOptions.None).ToList(),
            new ValueComparer<List<string>>(
                (left, right) => left!.SequenceEqual(right!),
                list => list.Aggregate(0, (hash, word) => HashCode.Combine(hash, word.GetHashCode(StringComparison.Ordinal))),
                list => list.ToList()));
        project.Property(p => p.Price).HasConversion(price => Written(price), text => Read(text)).HasMaxLength(40);
    });

    public override IEnumerable<SaveStep> Steps()
    {
        yield return Then(context => context.AddRange(Numbers().Select(NewProject)));
        yield return Then(context =>
        {
            foreach (Project project in context.Set<Project>().Local)
            {
                project.Stage = (Stage)(((int)project.Stage + 1) % 3);
                project.Words.Add("late;\\'");
                project.IsPublic = !project.IsPublic;
                project.Price = project.Price with { Amount = project.Price.Amount + 0.01m };
            }
        });
        yield return Anew(context =>
        {
            foreach (Project project in context.Set<Project>().OrderBy(p => p.Id))
            {
                project.Before = project.Before is null ? project.Stage : null;
                project.Code = NewGuid(project.Id + 100);
                project.Until += TimeSpan.FromDays(1);
                project.Length = TimeSpan.FromTicks(-project.Id);
            }
        });
        yield return Anew(context => context.RemoveRange(context.Set<Project>().Where(p => p.Stage != Stage.Closed || p.IsPublic)));
    }

    private static Project NewProject(int i) => new()
    {
        Stage = (Stage)(i % 3),
        Before = i % 2 == 0 ? null : Stage.Open,
        IsPublic = i % 2 == 0,
        Length = TimeSpan.FromTicks(i * 7L),
        Until = new DateTimeOffset(2_020, 1, 1, i % 24, 0, 0, TimeSpan.FromHours(2)).AddTicks(i).ToUniversalTime(),
        Code = NewGuid(i),
        Words = [$"word {i}", "ü"],
        Price = new(i / 4m, "EUR"),
    };

    private static Guid NewGuid(int i) => new(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

    private static string Written(Money price) => $"{price.Amount.ToString(CultureInfo.InvariantCulture)} {price.Currency}";

    private static Money Read(string text)
    {
        string[] parts = text.Split(' ');
        return new(decimal.Parse(parts[0], CultureInfo.InvariantCulture), parts[1]);
    }

    private sealed record Money(decimal Amount, string Currency);

    private sealed class Project
    {
        public int Id { get; set; }

        public Stage Stage { get; set; }

        public Stage? Before { get; set; }

        public bool IsPublic { get; set; }

        public TimeSpan Length { get; set; }

        public DateTimeOffset Until { get; set; }

        public Guid Code { get; set; }

        public List<string> Words { get; set; } = [];

        [Required]
        public Money Price { get; set; } = new(0, "");
    }
}
