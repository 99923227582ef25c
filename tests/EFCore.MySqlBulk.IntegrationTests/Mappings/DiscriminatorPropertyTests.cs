using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>A discriminator that is a property of the entities, which gets the type's value if it has none of its own.</summary>
[BothServers]
public abstract class DiscriminatorPropertyTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(false, true)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(true, false)]
    public async Task Rows_are_stored_as_SaveChanges_stores_them(bool isUpdated, bool isAsync)
        => await (await AlikeAsync(isUpdated)).EveryStrategyAsync(isAsync);

    [Theory]
    [InlineData(false, true)]
    [InlineData(true, false)]
    public async Task Tracked_rows_are_stored_as_SaveChanges_stores_them(bool isUpdated, bool isAsync)
        => await (await AlikeAsync(isUpdated)).TrackedAsync(isAsync);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_are_upserted_added_if_absent_and_synchronized(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => Map(model, isUpdated: true));
        await using ModelContext context = database.Context();
        List<Paper> first = [.. Enumerable.Range(0, 12).Select(Make)];
        await context.InsertIfAbsentAsync(isAsync, first, null);
        Assert.All(first, paper => Assert.NotEqual(PaperKind.Unset, paper.Kind));
        List<Paper> second = [.. Enumerable.Range(0, 16).Select(Make)];
        for (int i = 0; i < second.Count; i++)
            (second[i].Id, second[i].Name) = (i < 12 ? first[i].Id : 0, $"changed {i}");

        BulkResult done = await context.InsertOrUpdateAsync(isAsync, second, null);

        Assert.Equal((4, 12), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal(16, await context.Set<Paper>().CountAsync(paper => paper.Name.StartsWith("changed"), Token));
        second.RemoveAt(0);
        second.ForEach(paper => paper.Name += "!");
        done = await context.SynchronizeAsync(isAsync, second, new() { WholeTable = true });
        Assert.Equal((0, 15, 1), (done.RowsInserted, done.RowsUpdated, done.RowsDeleted));
        Assert.Equal(second.OrderBy(paper => paper.Id).Select(Shown), (await context.Set<Paper>().AsNoTracking().OrderBy(paper => paper.Id).ToListAsync(Token)).Select(Shown));
    }

    [Fact]
    public async Task A_type_of_its_own_has_a_discriminator_too()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(
            model => model.Entity<Paper>().ToTable("papers").HasDiscriminator(paper => paper.Kind).HasValue(PaperKind.Note));
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync([new Paper { Name = "a" }, new Paper { Name = "b" }], cancellationToken: Token);
        await context.BulkInsertOrUpdateAsync([new Paper { Id = 1, Name = "c" }, new Paper { Name = "d" }], cancellationToken: Token);
        Assert.Equal(["c", "b", "d"], (await context.Set<Paper>().OrderBy(paper => paper.Id).ToListAsync(Token)).Select(paper => paper.Name));
    }

    [Fact]
    public async Task A_stored_row_of_another_type_is_refused()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => Map(model, isUpdated: true));
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync([new Note { Name = "a" }], cancellationToken: Token);
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertOrUpdateAsync([new Bill { Id = 1, Name = "b" }], cancellationToken: Token));
        Assert.Contains("its Kind is 'Note', and that of a 'Bill' is 'Bill'", refused.Message, StringComparison.Ordinal);
    }

    private static string Shown(Paper paper) => $"{paper.Id} {paper.Kind} {paper.Name}";

    // Some have a value of their own, and some of those another one than their type's.
    private static Paper Make(int i) => (i % 5) switch
    {
        0 => new Note { Name = $"note {i}" },
        1 => new Bill { Name = $"bill {i}", Sum = i },
        2 => new Bill { Name = $"bill {i}", Sum = i, Kind = PaperKind.Bill },
        3 => new Paper { Name = $"paper {i}", Kind = PaperKind.Note },
        _ => new Paper { Name = $"paper {i}" },
    };

    // SaveChanges inserts one type after the other, so that generated keys would differ.
    private static Paper MakeWithKey(int i)
    {
        Paper paper = Make(i);
        paper.Id = i + 1;
        return paper;
    }

    private static void Map(ModelBuilder model, bool isUpdated)
    {
        model.Entity<Paper>().ToTable("papers").HasDiscriminator(paper => paper.Kind).HasValue(PaperKind.Paper).HasValue<Note>(PaperKind.Note).HasValue<Bill>(PaperKind.Bill);
        // The default is that of EF Core 9 in one case, and that of EF Core 10 in the other.
        model.Entity<Paper>().Property(paper => paper.Kind).Metadata.SetAfterSaveBehavior(isUpdated ? PropertySaveBehavior.Save : PropertySaveBehavior.Throw);
    }

    private async Task<MappedAlike<Paper>> AlikeAsync(bool isUpdated) => new(
        await servers.OfAsync(kind),
        model =>
        {
            Map(model, isUpdated);
            model.Entity<Paper>().Property(paper => paper.Id).ValueGeneratedNever();
        },
        MakeWithKey,
        (paper, i) =>
        {
            paper.Name += "!";
            if (isUpdated && i % 3 == 0)
                paper.Kind = paper.Kind == PaperKind.Bill ? PaperKind.Note : PaperKind.Bill;
        });

    private enum PaperKind
    {
        Unset,
        Paper,
        Note,
        Bill,
    }

    private class Paper
    {
        public int Id { get; set; }

        public PaperKind Kind { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Note : Paper;

    private sealed class Bill : Paper
    {
        public int Sum { get; set; }
    }
}
