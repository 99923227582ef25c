using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Values that the server generates in any of an entity's tables, and in those of its children, are on the entities after an insert and after an update, as after <c>SaveChanges</c>.</summary>
[BothServers]
public abstract class DividedReadBackTests(Servers servers, ServerKind kind)
{
    private const int Rows = 40;

    [Theory]
    [InlineData(false, true)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(true, false)]
    public async Task Defaults_and_computed_values_of_every_table_are_read_back(bool isTracked, bool isAsync)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        List<Machine> theirs = Machines();
        List<Machine> mine = Machines();
        List<Box> theirBoxes = Boxes();
        List<Box> myBoxes = Boxes();
        saving.AddRange(theirs);
        saving.AddRange(theirBoxes);
        if (isTracked)
        {
            context.AddRange(mine);
            context.AddRange(myBoxes);
        }

        await saving.SaveChangesAsync(Token);
        await context.InsertAsync(isAsync, mine, new() { IncludeGraph = true });
        await context.InsertAsync(isAsync, myBoxes);
        await SameAsync();
        Assert.All(mine.OfType<Robot>(), robot => Assert.Equal((robot.Arms * 2, "new"), (robot.Hands, robot.Condition)));
        Assert.All(mine.SelectMany(machine => machine.Tools), tool => Assert.Equal((tool.Name.Length, 3), (tool.Length, tool.Wear)));
        Assert.All(myBoxes, box => Assert.Equal((box.Size * box.Size, "none"), (box.Area, box.Label)));

        foreach (Robot robot in theirs.Concat(mine).OfType<Robot>())
            robot.Arms += 10;
        foreach (Box box in theirBoxes.Concat(myBoxes))
            (box.Size, box.Name) = (box.Size + 1, box.Name + "!");
        await saving.SaveChangesAsync(Token);
        await context.UpdateAsync(isAsync, mine);
        await context.UpdateAsync(isAsync, myBoxes);
        await SameAsync();
        Assert.All(mine.OfType<Robot>(), robot => Assert.Equal((robot.Arms * 2, true), (robot.Hands, robot.Arms >= 10)));
        Assert.All(myBoxes, box => Assert.Equal(box.Size * box.Size, box.Area));

        async Task SameAsync()
        {
            Assert.Equal(theirs.Select(Shown), mine.Select(Shown));
            Assert.Equal(theirBoxes.Select(Shown), myBoxes.Select(Shown));
            Assert.Equal(await StoredAsync(saved), await StoredAsync(sent));
            Assert.Equal(mine.Select(Shown), await StoredAsync(sent));
            Assert.Equal(isTracked ? saving.ChangeTracker.Entries().Count() : 0, context.ChangeTracker.Entries().Count(entry => entry.State == EntityState.Unchanged));
            Assert.Equal(0, await context.SaveChangesAsync(Token));
        }
    }

    private static List<Machine> Machines() => [.. Enumerable.Range(0, Rows).Select(i =>
    {
        Machine machine = i % 3 == 0 ? new() : new Robot { Arms = i };
        machine.Name = $"machine {i:00}";
        // Some have a value of their own instead of the default.
        machine.Stock = i % 4 == 1 ? i : 0;
        machine.Tools.AddRange(Enumerable.Range(0, i % 3).Select(j => new Tool { Name = $"tool {i:00} {j}" }));
        return machine;
    })];

    private static List<Box> Boxes() => [.. Enumerable.Range(0, Rows).Select(i => new Box { Name = $"box {i}", Size = i })];

    private static string Shown(Machine machine)
        => $"{machine.Name} {machine.Stock} {(machine is Robot robot ? $"{robot.Arms} {robot.Hands} {robot.Condition}" : "")} {string.Join(',', machine.Tools.OrderBy(tool => tool.Name, StringComparer.Ordinal).Select(tool => $"{tool.Name} {tool.Length} {tool.Wear}"))}";

    private static string Shown(Box box) => $"{box.Name} {box.Size} {box.Area} {box.Label}";

    private static async Task<List<string>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return [.. (await context.Set<Machine>().AsNoTracking().Include(machine => machine.Tools).OrderBy(machine => machine.Name).ToListAsync(Token)).Select(Shown)];
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model =>
    {
        model.Entity<Machine>(machine =>
        {
            machine.UseTptMappingStrategy().ToTable("machines");
            machine.Property(m => m.Stock).HasDefaultValue(7);
            machine.HasMany(m => m.Tools).WithOne().HasForeignKey(t => t.MachineId);
        });
        model.Entity<Robot>(robot =>
        {
            robot.ToTable("robots").Property(r => r.Hands).HasComputedColumnSql("Arms * 2", stored: true);
            robot.Property(r => r.Condition).HasMaxLength(20).HasDefaultValueSql("('new')");
        });
        model.Entity<Tool>(tool =>
        {
            tool.ToTable("tools").Property(t => t.Length).HasComputedColumnSql("CHAR_LENGTH(Name)", stored: true);
            tool.Property(t => t.Wear).HasDefaultValue(3);
        });
        model.Entity<Box>(box =>
        {
            box.ToTable("boxes").SplitToTable("sizes", part =>
            {
                part.Property(b => b.Size);
                part.Property(b => b.Area);
                part.Property(b => b.Label);
            });
            box.Property(b => b.Area).HasComputedColumnSql("Size * Size", stored: true);
            box.Property(b => b.Label).HasMaxLength(20).HasDefaultValueSql("('none')");
        });
    });

    private class Machine
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Stock { get; set; }

        public List<Tool> Tools { get; } = [];
    }

    private sealed class Robot : Machine
    {
        public int Arms { get; set; }

        public int Hands { get; set; }

        public string? Condition { get; set; }
    }

    private sealed class Tool
    {
        public Guid Id { get; set; }

        public int MachineId { get; set; }

        public string Name { get; set; } = "";

        public int Length { get; set; }

        public int Wear { get; set; }
    }

    private sealed class Box
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Size { get; set; }

        public int Area { get; set; }

        public string? Label { get; set; }
    }
}
