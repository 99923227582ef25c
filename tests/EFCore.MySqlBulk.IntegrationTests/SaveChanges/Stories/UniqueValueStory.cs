using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>Unique values are handed on: from row to row, from a deleted row to a new one, and back and forth between NULL and a value.</summary>
public sealed class UniqueValueStory : SaveStory
{
    public override int BulkRuns => 7;

    public override void Model(ModelBuilder model) => model.Entity<Seat>(seat =>
    {
        seat.ToTable("seats");
        seat.Property(s => s.Id).ValueGeneratedNever();
        seat.HasIndex(s => s.Number).IsUnique();
        seat.HasIndex(s => new { s.Row, s.Letter }).IsUnique();
        seat.HasIndex(s => s.Guest).IsUnique();
    });

    public override IEnumerable<SaveStep> Steps()
    {
        List<Seat> seats = [.. Numbers().Select(NewSeat)];
        yield return Then(context => context.AddRange(seats));

        // Each takes the number of the next one, and only the last a free one.
        yield return Then(_ => seats.ForEach(seat => seat.Number++));

        // The second half takes what the first half gives up.
        yield return Then(_ =>
        {
            for (int i = 0; i < Rows / 2; i++)
            {
                (seats[i].Row, seats[i + (Rows / 2)].Row) = (100, seats[i].Row);
                (seats[i].Letter, seats[i + (Rows / 2)].Letter) = ($"n{i}", seats[i].Letter);
            }
        });

        // The server does not distinguish the letter case that EF Core does.
        yield return Then(_ =>
        {
            for (int i = 0; i + 1 < Rows; i += 2)
            {
                seats[i + 1].Guest = seats[i].Guest?.ToUpperInvariant();
                seats[i].Guest = $"new {i}";
            }
        });
        yield return Then(_ => seats.ForEach(seat => seat.Guest = null));
        yield return Then(context =>
        {
            foreach (Seat seat in seats.Take(Rows / 2))
            {
                context.Remove(seat);
                context.Add(new Seat { Id = seat.Id + 1_000, Number = seat.Number, Row = seat.Row, Letter = seat.Letter, Guest = $"guest {seat.Id}" });
            }
        });
        yield return Anew(context => context.RemoveRange(context.Set<Seat>().OrderByDescending(seat => seat.Id)));
    }

    private static Seat NewSeat(int i) => new() { Id = i, Number = i, Row = i / 6, Letter = $"{(char)('a' + (i % 6))}", Guest = i % 5 == 0 ? null : $"guest {i}" };

    private sealed class Seat
    {
        public int Id { get; set; }

        public int Number { get; set; }

        public int Row { get; set; }

        [MaxLength(10)]
        public string Letter { get; set; } = "";

        [MaxLength(40)]
        public string? Guest { get; set; }
    }
}
