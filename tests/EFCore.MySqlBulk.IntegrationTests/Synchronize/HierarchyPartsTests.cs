using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Synchronize;

/// <summary>Owned and complex parts in a hierarchy, whose columns EF Core reads after all others, and a column that two types share, which it reads twice.</summary>
[BothServers]
public abstract class HierarchyPartsTests(Servers servers, ServerKind kind)
{
    private const int Rows = 30;

    [Theory]
    [InlineData(true, true)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    public async Task Rows_are_synchronized_as_SaveChanges_stores_them(bool isAsync, bool isPipelined)
    {
        await using TestDatabase saved = await servers.OfAsync(kind).CreateAsync(Map);
        await using ModelContext saving = saved.Context();
        List<Figure> theirs = Made(0, Rows);
        saving.AddRange(theirs);
        await saving.SaveChangesAsync(Token);
        saving.RemoveRange(theirs[..7]);
        Change(theirs[7..]);
        saving.AddRange(Made(Rows, 5));
        await saving.SaveChangesAsync(Token);

        await using TestDatabase sent = await servers.OfAsync(kind).CreateAsync(Map);
        await using ModelContext context = sent.Context();
        List<Figure> mine = Made(0, Rows);
        await context.InsertAsync(isAsync, mine);
        Change(mine[7..]);
        List<Figure> given = [.. mine[7..], .. Made(Rows, 5)];
        BulkSynchronizeOptions<Figure> options = new() { WholeTable = true, Pipelining = isPipelined ? BulkPipelining.Always : BulkPipelining.Never };
        BulkResult done = await context.SynchronizeAsync(isAsync, given, options);
        Assert.Equal((5, 12, 11, 7), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsDeleted));
        Assert.Equal(await SeenState.StoredAsync(saved, saving), await SeenState.StoredAsync(sent, context));
        done = await context.SynchronizeAsync(isAsync, given, options);
        Assert.Equal((0, Rows - 2), (done.RowsAffected, done.RowsUnchanged));
    }

    private static void Map(ModelBuilder model)
    {
        model.Entity<Figure>(figure =>
        {
            figure.ToTable("figures").Property(f => f.Id).ValueGeneratedNever();
            figure.ComplexProperty(f => f.Center);
            figure.OwnsOne(f => f.Label);
        });
        model.Entity<Circle>().Property(c => c.Kind).HasColumnName("Kind").HasConversion<string>().HasMaxLength(20);
        model.Entity<Square>(square =>
        {
            square.Property(s => s.Kind).HasColumnName("Kind").HasMaxLength(20);
            square.OwnsOne(s => s.Back);
        });
    }

    private static List<Figure> Made(int from, int count) => [.. Enumerable.Range(from, count).Select(i => i % 2 == 0
        ? (Figure)new Circle { Id = i + 1, Center = new(i, 1), Kind = (DayOfWeek)(i % 7), Radius = i }
        : new Square { Id = i + 1, Center = new(i, 2), Label = new() { Text = $"label {i}" }, Kind = $"kind {i}", Back = i % 3 == 0 ? null : new() { Text = "back" } })];

    private static void Change(List<Figure> figures)
    {
        for (int i = 0; i < figures.Count; i += 2)
        {
            figures[i].Center = figures[i].Center with { X = -1 };
            if (figures[i] is Square square)
                (square.Kind, square.Label!.Text) = (null, "changed");
        }
    }

    private abstract class Figure
    {
        public int Id { get; set; }

        public Point Center { get; set; }

        public Label? Label { get; set; }
    }

    private sealed class Circle : Figure
    {
        public DayOfWeek Kind { get; set; }

        public int Radius { get; set; }
    }

    private sealed class Square : Figure
    {
        public string? Kind { get; set; }

        public Label? Back { get; set; }
    }

    private sealed class Label
    {
        public string Text { get; set; } = "";
    }

    private readonly record struct Point(int X, int Y);
}
