using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Synchronize;

/// <summary>What entities own in a table of its own is synchronized with them: for rows that are new, differ, or are the same but for what they own.</summary>
[BothServers]
public abstract class OwnedRowTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_table_is_made_equal_with_what_its_rows_own(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(1, 40).Select(New).ToList(), null, Token);
        List<Box> boxes = [.. Enumerable.Range(11, 50).Select(New)];
        foreach (Box box in boxes)
        {
            if (box.Id % 3 == 0)
                box.Name += "!";
            if (box.Id % 4 == 0)
                box.Things.Add(new() { Name = $"more of {box.Id}" });
            if (box.Id % 5 == 0)
                box.Things.Clear();
        }

        BulkSynchronizeOptions<Box> options = new() { WholeTable = true, Orphans = Orphans<Box>.Delete };
        BulkResult done = isAsync ? await context.BulkSynchronizeAsync(boxes, options, Token) : context.BulkSynchronize(boxes, options);

        Assert.Equal((20, 10, 10), (done.RowsInserted, done.RowsDeleted, done.RowsUpdated));
        Assert.Equal(boxes.Select(Shown), await StoredAsync(database));
        done = await context.BulkSynchronizeAsync(boxes, options, Token);
        Assert.Equal(50, done.RowsUnchanged);
        Assert.Equal(boxes.Select(Shown), await StoredAsync(database));
    }

    private static Box New(int i) => new() { Id = i, Name = $"box {i}", Things = [.. Enumerable.Range(0, i % 3).Select(j => new Thing { Name = $"{i} {j}" })] };

    private static string Shown(Box box) => $"{box.Id} {box.Name} {string.Join(',', box.Things.Select(thing => thing.Name).Order(StringComparer.Ordinal))}";

    private static async Task<IEnumerable<string>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return (await context.Set<Box>().AsNoTracking().OrderBy(box => box.Id).ToListAsync(Token)).Select(Shown);
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Box>(box =>
    {
        box.ToTable("boxes").Property(b => b.Id).ValueGeneratedNever();
        box.OwnsMany(b => b.Things).ToTable("things");
    }));

    private sealed class Box
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public List<Thing> Things { get; set; } = [];
    }

    private sealed class Thing
    {
        public string Name { get; set; } = "";
    }
}
