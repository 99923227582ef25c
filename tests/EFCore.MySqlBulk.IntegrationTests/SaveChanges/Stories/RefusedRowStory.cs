using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>The server refuses one row of many. Nothing is stored, the exception names the entity, and once that is put right all are saved.</summary>
public sealed class RefusedRowStory : SaveStory
{
    public override int BulkRuns => 5;

    public override int Failures => 5;

    // Connector/NET waits for ever if a later statement of several fails on MariaDB.
    public override int MaxBatchSize => 1;

    public override void Model(ModelBuilder model)
    {
        model.Entity<Box>(box =>
        {
            box.ToTable("boxes");
            // The server counts on for rows that it refuses.
            box.Property(b => b.Id).ValueGeneratedNever();
            box.HasIndex(b => b.Code).IsUnique();
            box.HasMany(b => b.Things).WithOne().HasForeignKey(t => t.BoxId).OnDelete(DeleteBehavior.ClientNoAction);
        });
        model.Entity<Thing>(thing =>
        {
            thing.ToTable("things");
            thing.Property(t => t.Id).ValueGeneratedNever();
        });
    }

    public override IEnumerable<SaveStep> Steps()
    {
        List<Box> boxes = [.. Numbers().Select(i => new Box { Id = i, Code = $"box {i}" })];

        // A value occurs twice.
        yield return Then(context =>
        {
            boxes[17].Code = "box 3";
            context.AddRange(boxes);
        });

        // A value is too long.
        yield return Then(_ => (boxes[17].Code, boxes[5].Code) = ("box 18", new('x', 30)));
        yield return Then(_ => boxes[5].Code = "box 6");

        // An update makes two values equal.
        yield return Then(_ => boxes.ForEach(box => box.Code = box == boxes[5] ? "box 3!" : box.Code + "!"));
        yield return Then(_ => boxes[5].Code = "box 6!");

        // A foreign key refers to nothing.
        List<Thing> things = [.. boxes.Select(box => new Thing { Id = box.Id, BoxId = box.Id })];
        yield return Then(context =>
        {
            things[9].BoxId = 4_711;
            context.AddRange(things);
        });
        yield return Then(_ => things[9].BoxId = boxes[9].Id);

        // A row that is to be deleted is still referred to.
        yield return Anew(context =>
        {
            context.RemoveRange(context.Set<Box>().OrderBy(b => b.Id).Skip(12));
            context.RemoveRange(context.Set<Thing>().OrderBy(t => t.Id).Skip(13));
        });
        yield return Then(context => context.RemoveRange(context.Set<Thing>().OrderBy(t => t.Id)));
    }

    private sealed class Box
    {
        public int Id { get; set; }

        [MaxLength(20)]
        public string Code { get; set; } = "";

        public List<Thing> Things { get; set; } = [];
    }

    private sealed class Thing
    {
        public int Id { get; set; }

        public int BoxId { get; set; }
    }
}
