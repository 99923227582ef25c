using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>One save inserts, updates and deletes in several tables, with other columns changed in each row; entities are attached, written as a whole, and deleted without being read.</summary>
public sealed class MixedChangesStory : SaveStory
{
    public override int BulkRuns => 12;

    public override void Model(ModelBuilder model)
    {
        model.Entity<Left>(left =>
        {
            left.ToTable("lefts");
            left.HasMany(l => l.Rights).WithOne().HasForeignKey(r => r.LeftId);
        });
        model.Entity<Right>().ToTable("rights");
    }

    public override IEnumerable<SaveStep> Steps()
    {
        yield return Then(context => context.AddRange(Numbers(4 * Rows).Select(i => NewLeft(i, $"left {i}"))));

        // Runs of equal columns alternate with single rows.
        yield return Then(context =>
        {
            foreach (Left left in context.Set<Left>().Local)
            {
                left.One = left.Id < Rows || left.Id % 7 == 0 ? -left.One : left.One;
                left.Two = left.Id >= Rows && left.Id < 2 * Rows ? null : left.Two;
                left.Three = left.Id % 11 == 0 ? [0, 255, 39, 92] : left.Three;
            }
        });
        yield return Anew(context =>
        {
            List<Left> lefts = [.. context.Set<Left>().Include(l => l.Rights.OrderBy(r => r.Id)).OrderBy(l => l.Id)];
            context.RemoveRange(lefts.Take(Rows));
            context.AddRange(Numbers().Select(i => NewLeft(i, $"added {i}")));
            foreach (Left left in lefts.Skip(Rows))
            {
                left.One++;
                left.Rights[0].Text += "!";
                left.Rights.Add(new() { Text = "more" });
                left.Rights.RemoveAt(1);
            }
        });
        yield return Anew(context => context.UpdateRange(Numbers().Select(i => new Left { Id = (2 * Rows) + i, One = i, Two = "all", Three = [(byte)i] })));
        yield return Anew(context => context.AttachRange(Numbers().Select(i => new Left { Id = (2 * Rows) + i, One = 1 })));
        yield return Then(context =>
        {
            foreach (Left left in context.Set<Left>().Local)
                (left.One, left.Two) = (2, "attached");
        });
        yield return Anew(context => context.RemoveRange(Numbers().Select(i => new Left { Id = (3 * Rows) + i })));
        yield return Anew(context => context.RemoveRange(context.Set<Left>().Include(l => l.Rights)));
    }

    private static Left NewLeft(int i, string text)
        => new() { One = i, Two = text, Three = i % 2 == 0 ? null : [(byte)i], Rights = [new() { Text = $"right {i}" }, new() { Text = "second" }] };

    private sealed class Left
    {
        public int Id { get; set; }

        public int One { get; set; }

        [MaxLength(40)]
        public string? Two { get; set; }

        public byte[]? Three { get; set; }

        public List<Right> Rights { get; set; } = [];
    }

    private sealed class Right
    {
        public int Id { get; set; }

        public int LeftId { get; set; }

        [MaxLength(40)]
        public string Text { get; set; } = "";
    }
}
