using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate;

/// <summary>Entities that are stored in several tables are looked up in the first; those that exist are updated in all of them, and the others inserted.</summary>
[BothServers]
public abstract class DividedRowTests(Servers servers, ServerKind kind)
{
    private const int Stored = 30;
    private const int Given = 60;

    public enum Shape
    {
        TablePerType,
        Owned,
    }

    [Theory]
    [InlineData(Shape.TablePerType, true, false)]
    [InlineData(Shape.TablePerType, false, true)]
    [InlineData(Shape.Owned, true, false)]
    [InlineData(Shape.Owned, false, true)]
    public async Task Rows_are_inserted_or_updated_in_all_tables(Shape shape, bool isAsync, bool isStream)
    {
        await using TestDatabase database = await FilledAsync(shape);
        await using ModelContext context = database.Context();
        List<Plant> plants = Changed();
        IEnumerable<Plant> rows = isStream ? plants.Select(plant => plant) : plants;

        BulkResult done = isAsync ? await context.BulkInsertOrUpdateAsync(rows, null, Token) : context.BulkInsertOrUpdate(rows);

        Assert.Equal((Given - Stored, Stored), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal(plants.Select(Shown).Order(StringComparer.Ordinal), await StoredAsync(database));
        Assert.All(plants, plant => Assert.NotEqual(0, plant.Id));
    }

    [Theory]
    [InlineData(Shape.TablePerType)]
    [InlineData(Shape.Owned)]
    public async Task Rows_are_matched_by_another_key_and_only_new_ones_inserted(Shape shape)
    {
        await using TestDatabase database = await FilledAsync(shape);
        await using ModelContext context = database.Context();
        List<Plant> plants = Changed();
        List<int> keys = [.. plants.Take(Stored).Select(plant => plant.Id)];
        plants.ForEach(plant => plant.Id = 0);

        BulkResult done = await context.BulkInsertOrUpdateAsync(plants, new() { Match = plant => plant.Token }, Token);
        Assert.Equal((Given - Stored, Stored), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal(plants.Select(Shown).Order(StringComparer.Ordinal), await StoredAsync(database));
        Assert.Equal(keys, plants.Take(Stored).Select(plant => plant.Id));

        List<Plant> more = [.. Changed(), .. Enumerable.Range(Given, 5).Select(New)];
        more.ForEach(plant => (plant.Id, plant.Name) = (0, "not written unless new"));
        done = await context.BulkInsertIfAbsentAsync(more, new() { Match = plant => plant.Token }, Token);
        Assert.Equal((5, Given), (done.RowsInserted, done.RowsUnchanged));
        Assert.Equal(plants.Concat(more.Skip(Given)).Select(Shown).Order(StringComparer.Ordinal), await StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Split_rows_are_looked_up_in_the_first_table_and_written_to_both(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Bulb>(bulb =>
        {
            bulb.ToTable("bulbs").HasIndex(b => b.Token).IsUnique();
            bulb.SplitToTable("weights", part => part.Property(b => b.Weight));
        }));
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Bulbs(0, Stored, 1), cancellationToken: Token);

        BulkResult absent = await context.InsertIfAbsentAsync(isAsync, Bulbs(0, Given, 2), new() { Match = bulb => bulb.Token });
        Assert.Equal((Given - Stored, Stored), (absent.RowsInserted, absent.RowsUnchanged));
        Assert.Equal([.. Shown(0, Stored, 1), .. Shown(Stored, Given - Stored, 2)], await StoredBulbsAsync());

        List<Bulb> bulbs = Bulbs(10, Given, 3);
        BulkResult either = await context.InsertOrUpdateAsync(isAsync, bulbs, new() { Match = bulb => bulb.Token });
        Assert.Equal((10, Given - 10), (either.RowsInserted, either.RowsUpdated));
        Assert.Equal([.. Shown(0, 10, 1), .. Shown(10, Given, 3)], await StoredBulbsAsync());
        Assert.Equal(Given, bulbs.Select(bulb => bulb.Id).Where(id => id != 0).Distinct().Count());
        Assert.Empty(context.ChangeTracker.Entries());

        static List<Bulb> Bulbs(int first, int count, int round) => [.. Enumerable.Range(first, count).Select(i => new Bulb { Token = i, Name = $"{i} {round}", Weight = i * round })];

        static IEnumerable<string> Shown(int first, int count, int round) => Bulbs(first, count, round).Select(Text);

        static string Text(Bulb bulb) => $"{bulb.Token} {bulb.Name} {bulb.Weight}";

        async Task<List<string>> StoredBulbsAsync() => [.. (await context.Set<Bulb>().AsNoTracking().OrderBy(bulb => bulb.Token).ToListAsync(Token)).Select(Text)];
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Tracked_rows_are_accepted(bool isNew)
    {
        await using TestDatabase database = await FilledAsync(Shape.TablePerType);
        await using ModelContext context = database.Context();
        List<Tree> trees = await context.Set<Tree>().ToListAsync(Token);
        trees.ForEach(tree => (tree.Name, tree.Height) = ("mine", -1));
        if (isNew)
        {
            trees.Add((Tree)New(Given));
            context.Add(trees[^1]);
        }

        await context.BulkInsertOrUpdateAsync(trees, null, Token);

        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
        Assert.Equal(trees.Select(Shown).Order(StringComparer.Ordinal), await StoredAsync(database));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Fact]
    public async Task A_stored_row_of_another_type_is_refused_and_nothing_is_written()
    {
        await using TestDatabase database = await FilledAsync(Shape.TablePerType);
        await using ModelContext context = database.Context();
        await database.ExecuteAsync("DELETE FROM trees WHERE Id = 7");
        List<Plant> plants = Changed();
        List<object?[]> before = await database.QueryAsync("SELECT * FROM plants ORDER BY Id");

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertOrUpdateAsync(plants, null, Token));

        Assert.Equal((6, BulkOutcome.Nothing), (refused.RowIndex, refused.Outcome));
        Assert.Contains("has no row in 'trees'", refused.Message, StringComparison.Ordinal);
        Assert.Equal(before, await database.QueryAsync("SELECT * FROM plants ORDER BY Id"));
        Assert.Equal(0, plants[^1].Id);
    }

    private static Plant New(int i) => new Tree
    {
        Token = i,
        Name = $"plant {i:00}",
        Height = i,
        Leaves = [.. Enumerable.Range(0, i % 3).Select(j => new Leaf { Colour = $"{i:00} {j}" })],
    };

    // The stored ones, with their keys, and new ones.
    private static List<Plant> Changed()
    {
        List<Plant> plants = [.. Enumerable.Range(0, Given).Select(New)];
        foreach (Plant plant in plants.Take(Stored))
        {
            (plant.Id, plant.Name) = (plant.Token + 1, plant.Name + "!");
            ((Tree)plant).Height += 100;
            if (plant.Leaves.Count == 2)
                plant.Leaves.RemoveAt(1);
        }

        return plants;
    }

    private static string Shown(Plant plant) => $"{plant.Token} {plant.Name} {((Tree)plant).Height} {string.Join(',', plant.Leaves.Select(leaf => leaf.Colour).Order(StringComparer.Ordinal))}";

    private static async Task<IEnumerable<string>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return (await context.Set<Tree>().AsNoTracking().ToListAsync(Token)).Select(Shown).Order(StringComparer.Ordinal);
    }

    private async Task<TestDatabase> FilledAsync(Shape shape)
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => Build(model, shape));
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(0, Stored).Select(New).ToList(), null, Token);
        return database;
    }

    private static void Build(ModelBuilder model, Shape shape)
    {
        model.Entity<Plant>(plant =>
        {
            plant.ToTable("plants").HasIndex(p => p.Token).IsUnique();
            plant.OwnsMany(p => p.Leaves).ToTable("leaves");
        });
        model.Entity<Tree>();
        if (shape == Shape.TablePerType)
        {
            model.Entity<Plant>().UseTptMappingStrategy();
            model.Entity<Tree>().ToTable("trees");
        }
    }

    private class Plant
    {
        public int Id { get; set; }

        public int Token { get; set; }

        public string Name { get; set; } = "";

        public List<Leaf> Leaves { get; set; } = [];
    }

    private sealed class Tree : Plant
    {
        public int Height { get; set; }
    }

    private sealed class Bulb
    {
        public int Id { get; set; }

        public int Token { get; set; }

        public string Name { get; set; } = "";

        public int Weight { get; set; }
    }

    private sealed class Leaf
    {
        public string Colour { get; set; } = "";
    }
}
