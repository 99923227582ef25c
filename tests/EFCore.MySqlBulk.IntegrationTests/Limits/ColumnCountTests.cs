using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Limits;

/// <summary>Tables with any number of columns, and statements with as many parameters as allowed.</summary>
[BothServers]
public abstract class ColumnCountTests(Servers servers, ServerKind kind)
{
    [OnlyInFullRuns("The other test there has as many parameters in a statement as the protocol allows.")]
    [Theory]
    [InlineData(1, 5_000)]
    [InlineData(13, 5_500)]
    [InlineData(100, 1_400)]
    [InlineData(1_000, 140)]
    public async Task Rows_of_any_width_are_stored_and_changed(int columns, int rows)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.SharedTypeEntity<Dictionary<string, object>>("Wide", wide =>
        {
            wide.ToTable("wide");
            wide.Property<int>("Id").ValueGeneratedNever();
            for (int i = 1; i < columns; i++)
                wide.Property<sbyte>($"c{i}");
        }));
        await using ModelContext context = database.Context();
        DbSet<Dictionary<string, object>> set = context.Set<Dictionary<string, object>>("Wide");
        List<Dictionary<string, object>> bags = [.. Enumerable.Range(1, rows).Select(id => Bag(id, columns))];
        foreach (BulkStrategy strategy in EveryStrategy.Inserts.Where(s => s != BulkStrategy.RowByRow))
        {
            await set.BulkInsertAsync(bags, new() { Strategy = strategy });
            await AssertStoredAsync(database, bags, columns);
            if (strategy != EveryStrategy.Inserts[^1])
                await set.BulkDeleteAsync(bags);
        }

        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind).Where(s => columns > 1 && s != BulkStrategy.RowByRow))
        {
            foreach (Dictionary<string, object> bag in bags)
                bag[$"c{columns - 1}"] = (sbyte)(1 + (((sbyte)bag[$"c{columns - 1}"] + 1) % 100));
            await set.BulkUpdateAsync(bags, new() { Strategy = strategy });
            await AssertStoredAsync(database, bags, columns);
        }
    }

    [Theory]
    [InlineData(13_106, 3)]
    [InlineData(13_107, 2)]
    [InlineData(13_108, 2)]
    [InlineData(60_000, 2)]
    public async Task A_statement_has_65_535_parameters_at_most(int batchRows, int statements)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(
            model => model.Entity<Five>().ToTable("fives").Property(f => f.Id).ValueGeneratedNever());
        await using ModelContext context = database.Context();
        List<Five> fives = [.. Enumerable.Range(1, 2 * 13_107).Select(i => new Five { Id = i, A = i })];
        BulkResult done = await context.BulkInsertAsync(fives, new() { Strategy = BulkStrategy.PreparedMultiRow, BatchRows = batchRows });
        Assert.Equal(statements, done.Statements);
        Assert.Equal(fives.Count, await database.CountAsync("SELECT COUNT(*) FROM fives WHERE A = Id"));
    }

    private static Dictionary<string, object> Bag(int id, int columns)
    {
        Dictionary<string, object> bag = new() { ["Id"] = id };
        for (int i = 1; i < columns; i++)
            bag[$"c{i}"] = (sbyte)((id + i) % 100);
        return bag;
    }

    private static async Task AssertStoredAsync(TestDatabase database, List<Dictionary<string, object>> bags, int columns)
    {
        string last = columns == 1 ? "Id" : $"c{columns - 1}";
        long expected = bags.Sum(bag => Convert.ToInt64(bag[last], null) * ((int)bag["Id"] % 7));
        Assert.Equal(expected, await database.CountAsync($"SELECT SUM({last} * (Id % 7)) FROM wide"));
        Assert.Equal(bags.Count, await database.CountAsync("SELECT COUNT(*) FROM wide"));
    }

    private sealed class Five
    {
        public int Id { get; set; }

        public int A { get; set; }

        public int? B { get; set; }

        public int? C { get; set; }

        public int? D { get; set; }
    }
}
