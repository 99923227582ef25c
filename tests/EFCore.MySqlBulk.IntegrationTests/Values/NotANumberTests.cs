using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>Numbers that no column can hold are refused by name.</summary>
[BothServers]
public abstract class NotANumberTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(double.NegativeInfinity)]
    public async Task Not_a_number_is_refused_by_name(double value)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Measure>().ToTable("measures"));
        await using ModelContext context = database.Context();
        foreach (BulkStrategy strategy in EveryStrategy.Inserts)
        {
            List<Measure> doubles = [new(), new(), new() { Double = value }, new()];
            List<Measure> floats = [new(), new(), new(), new() { Float = (float)value }];
            AssertNamed(await Refused(() => context.BulkInsertAsync(doubles, Options(strategy))), 2, "Double");
            AssertNamed(await Refused(() => context.BulkInsertAsync(floats, Options(strategy))), 3, "Float");
        }

        List<Measure> stored = [new(), new(), new(), new()];
        await context.BulkInsertAsync(stored, (BulkInsertOptions?)null, TestContext.Current.CancellationToken);
        stored[2].Double = value;
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            BulkUpdateOptions<Measure> options = new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) };
            AssertNamed(await Refused(() => context.BulkUpdateAsync(stored, options)), 2, "Double");
        }

        Assert.Equal(4, await database.CountAsync("SELECT COUNT(*) FROM measures WHERE `Double` = 0 AND `Float` = 0"));
    }

    private static BulkInsertOptions Options(BulkStrategy strategy) => new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) };

    private static Task<BulkOperationException> Refused(Func<Task> call) => Assert.ThrowsAsync<BulkOperationException>(call);

    private static void AssertNamed(BulkOperationException refused, int row, string property)
    {
        Assert.Equal(row, refused.RowIndex);
        Assert.Contains(property, refused.Message, StringComparison.Ordinal);
    }

    private sealed class Measure
    {
        public int Id { get; set; }

        public double Double { get; set; }

        public float Float { get; set; }
    }
}
