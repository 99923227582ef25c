using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges;

/// <summary>Rows of one table that depend on each other are saved in EF Core's order, although the server may take the rows of a statement in any order.</summary>
[BothServers]
public abstract class SaveOrderTests(Servers servers, ServerKind kind)
{
    private const int Rows = 40;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_unique_value_moves_from_row_to_row(bool upwards)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        List<Place> places = [.. Enumerable.Range(0, Rows).Select(i => new Place { Id = i + 1, Code = $"c{i}" })];
        context.AddRange(places);
        await context.BulkSaveChangesAsync(Token);

        // Each row takes over the code of a neighbour; the one at the end takes a new one.
        for (int i = 0; i < Rows; i++)
            places[i].Code = (upwards, i) is (true, Rows - 1) or (false, 0) ? "new" : $"c{(upwards ? i + 1 : i - 1)}";
        Assert.Equal(Rows, await context.BulkSaveChangesAsync(Token));

        Assert.Equal(
            places.Select(place => $"{place.Id}|{place.Code}"),
            (await database.QueryAsync("SELECT Id, Code FROM places ORDER BY Id")).Select(row => string.Join('|', row)));
    }

    [Fact]
    public async Task A_unique_value_moves_to_a_row_that_is_new()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        List<Place> places = [.. Enumerable.Range(0, Rows).Select(i => new Place { Id = i + 1, Code = $"c{i}" })];
        context.AddRange(places);
        await context.BulkSaveChangesAsync(Token);

        context.RemoveRange(places);
        context.AddRange(Enumerable.Range(0, Rows).Select(i => new Place { Id = 100 + i, Code = $"c{Rows - 1 - i}" }));
        Assert.Equal(2 * Rows, await context.BulkSaveChangesAsync(Token));
        Assert.Equal(Rows, await database.CountAsync("SELECT COUNT(*) FROM places WHERE Id >= 100"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_that_refer_to_each_other_are_inserted_and_deleted_in_order(bool childrenHaveLowerKeys)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        List<Branch> branches = [.. Enumerable.Range(1, Rows).Select(i => new Branch { Id = i })];
        for (int i = 1; i < Rows; i++)
        {
            if (childrenHaveLowerKeys)
                branches[i - 1].ParentId = branches[i].Id;
            else
                branches[i].ParentId = branches[i / 2].Id == branches[i].Id ? null : branches[i / 2].Id;
        }

        context.AddRange(branches);
        Assert.Equal(Rows, await context.BulkSaveChangesAsync(Token));
        Assert.Equal(Rows - 1, await database.CountAsync("SELECT COUNT(*) FROM branches WHERE ParentId IS NOT NULL"));

        context.RemoveRange(branches);
        Assert.Equal(Rows, await context.BulkSaveChangesAsync(Token));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM branches"));
    }

    [Fact]
    public async Task Generated_keys_reach_the_rows_of_their_own_table_that_refer_to_them()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk(b => b.BulkSaveChanges()));
        List<Knot> roots = [.. Enumerable.Range(0, 15).Select(i => new Knot
        {
            Name = $"r{i}",
            Children = [.. Enumerable.Range(0, 3).Select(j => new Knot { Name = $"r{i}/{j}", Children = [new() { Name = $"r{i}/{j}/x" }] })],
        })];
        context.AddRange(roots);
        await context.SaveChangesAsync(Token);
        Assert.Equal(
            0,
            await database.CountAsync("SELECT COUNT(*) FROM knots c JOIN knots p ON p.Id = c.ParentId WHERE c.Name NOT LIKE CONCAT(p.Name, '/%')"));
        Assert.Equal(90, await database.CountAsync("SELECT COUNT(*) FROM knots WHERE ParentId IS NOT NULL"));
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model =>
    {
        model.Entity<Place>(place =>
        {
            place.ToTable("places").Property(p => p.Id).ValueGeneratedNever();
            place.Property(p => p.Code).HasMaxLength(20);
            place.HasIndex(p => p.Code).IsUnique();
        });
        model.Entity<Branch>(branch =>
        {
            branch.ToTable("branches").Property(b => b.Id).ValueGeneratedNever();
            branch.HasOne<Branch>().WithMany().HasForeignKey(b => b.ParentId).OnDelete(DeleteBehavior.Restrict);
        });
        model.Entity<Knot>(knot =>
        {
            knot.ToTable("knots").Property(k => k.Name).HasMaxLength(40);
            knot.HasMany(k => k.Children).WithOne().HasForeignKey(k => k.ParentId).OnDelete(DeleteBehavior.ClientNoAction);
        });
    });

    private sealed class Place
    {
        public int Id { get; set; }

        public string Code { get; set; } = "";
    }

    private sealed class Branch
    {
        public int Id { get; set; }

        public int? ParentId { get; set; }
    }

    private sealed class Knot
    {
        public int Id { get; set; }

        public int? ParentId { get; set; }

        public string Name { get; set; } = "";

        public List<Knot> Children { get; set; } = [];
    }
}
