using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>The server fills columns: by a default unless a value is given, by an expression, and by a trigger on each update.</summary>
public sealed class GeneratedValueStory : SaveStory
{
    public override int BulkRuns => 8;

    public override IReadOnlyList<string> Statements { get; } =
        ["CREATE TRIGGER counts BEFORE UPDATE ON counted FOR EACH ROW SET NEW.`Version` = OLD.`Version` + 1"];

    public override void Model(ModelBuilder model)
    {
        model.Entity<Item>(item =>
        {
            item.ToTable("items");
            item.Property(i => i.State).HasDefaultValue("new");
            item.Property(i => i.Amount).HasDefaultValue(5).HasSentinel(-1);
            item.Property(i => i.Place).HasDefaultValueSql("(CONCAT('a', 'b'))");
            item.Property(i => i.Twice).HasComputedColumnSql("`Amount` * 2", stored: true);
            item.Property(i => i.Label).HasComputedColumnSql("CONCAT(`State`, '-', `Amount`)", stored: false);
        });
        model.Entity<Counted>(counted =>
        {
            counted.ToTable("counted");
            counted.Property(c => c.Version).HasDefaultValue(1).ValueGeneratedOnAddOrUpdate().IsConcurrencyToken();
        });
    }

    public override IEnumerable<SaveStep> Steps()
    {
        List<Item> items = [.. Numbers(3 * Rows).Select(NewItem)];
        yield return Then(context => context.AddRange(items));
        yield return Then(_ => items.ForEach(item => item.Amount += 10));
        yield return Then(_ =>
        {
            foreach (Item item in items.Take(Rows))
                (item.State, item.Place) = ("old", "x");
        });
        List<Counted> counted = [.. Numbers().Select(i => new Counted { Name = $"counted {i}" })];
        yield return Then(context => context.AddRange(counted));
        yield return Then(_ => counted.ForEach(row => row.Name += "!"));
        yield return Then(_ => counted.ForEach(row => row.Name += "?"));
        yield return Then(context =>
        {
            context.RemoveRange(counted);
            context.RemoveRange(items);
        });
    }

    // A third leaves all to the server, a third gives some values, a third gives all.
    private static Item NewItem(int i) => (i / Rows) switch
    {
        0 => new() { Name = $"item {i}" },
        1 => new() { Name = $"item {i}", Amount = i },
        _ => new() { Name = $"item {i}", Amount = 0, State = "given", Place = $"place {i}" },
    };

    private sealed class Item
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        [MaxLength(20)]
        public string? State { get; set; }

        public int Amount { get; set; } = -1;

        [MaxLength(40)]
        public string? Place { get; set; }

        public int Twice { get; set; }

        [MaxLength(60)]
        public string? Label { get; set; }
    }

    private sealed class Counted
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Version { get; set; }
    }
}
