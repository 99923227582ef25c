using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Execute;

/// <summary>One statement, run once per row, has the same results however the rows are sent.</summary>
[BothServers]
public abstract class BulkExecuteTests(Servers servers, ServerKind kind)
{
    private const string Take = "UPDATE `Stock` SET `Quantity` = `Quantity` - {0} WHERE `Sku` = {1} AND `Quantity` >= {0} -- enough is there";

    public static TheoryData<BulkStrategy?, bool> Ways => new()
    {
        { null, true },
        { BulkStrategy.RowByRow, true },
        { BulkStrategy.MultiStatement, true },
        { BulkStrategy.MultiStatement, false },
        { BulkStrategy.PipelinedArrayBatch, true },
        { BulkStrategy.PipelinedArrayBatch, false },
    };

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Every_row_runs_the_statement_and_reports_what_it_affected(BulkStrategy? strategy, bool isAsync)
    {
        await using TestDatabase database = await StockAsync(500);
        await using ModelContext context = database.Context();
        List<Line> lines = [.. Enumerable.Range(0, 500).Select(i => new Line($"sku '{i}' \\ 😀", i % 7 == 0 ? 101 : i % 100))];
        BulkExecuteOptions options = new() { Strategy = strategy, ReturnAffected = true };

        BulkResult result = isAsync
            ? await context.BulkExecuteRawAsync(lines, Take, l => (l.Quantity, l.Sku), options, TestContext.Current.CancellationToken)
            : context.BulkExecuteRaw(lines, Take, l => (l.Quantity, l.Sku), options);

        int[] expected = [.. lines.Select(l => l.Quantity <= 100 ? 1 : 0)];
        Assert.Equal(expected, result.AffectedByRow);
        Assert.Equal((500L, (long)expected.Sum()), (result.Executions, result.RowsAffected));
        Assert.Equal(lines.ToDictionary(l => l.Sku, l => l.Quantity <= 100 ? 100 - l.Quantity : 100), await StoredAsync(context));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task What_is_interpolated_is_sent_as_values(BulkStrategy? strategy, bool isAsync)
    {
        await using TestDatabase database = await StockAsync(300);
        await using ModelContext context = database.Context();
        List<Line> lines = [.. Enumerable.Range(0, 300).Select(i => new Line($"sku '{i}' \\ 😀", i % 7 == 0 ? 101 : i % 100))];
        BulkExecuteOptions options = new() { Strategy = strategy, ReturnAffected = true };
        string evil = "'; DROP TABLE `Stock`; -- {0}";
        int left = 1;

        BulkResult result = isAsync
            ? await context.BulkExecuteAsync(lines, l => $"UPDATE `Stock` SET `Quantity` = `Quantity` - {l.Quantity} - {left} WHERE `Sku` = {l.Sku} AND `Sku` <> {evil} AND `Quantity` >= {l.Quantity}", options, TestContext.Current.CancellationToken)
            : context.BulkExecute(lines, l => $"UPDATE `Stock` SET `Quantity` = `Quantity` - {l.Quantity} - {left} WHERE `Sku` = {l.Sku} AND `Sku` <> {evil} AND `Quantity` >= {l.Quantity}", options);

        Assert.Equal(lines.Select(l => l.Quantity <= 100 ? 1 : 0), result.AffectedByRow);
        Assert.Equal(lines.ToDictionary(l => l.Sku, l => l.Quantity <= 100 ? 99 - l.Quantity : 100), await StoredAsync(context));
    }

    [Fact]
    public async Task A_stream_is_interpolated_row_by_row()
    {
        await using TestDatabase database = await StockAsync(150);
        await using ModelContext context = database.Context();
        int? none = null;

        BulkResult result = await context.BulkExecuteAsync(
            Enumerable.Range(0, 150).ToAsyncEnumerable(), i => $"UPDATE `Stock` SET `Quantity` = COALESCE({none}, {i}) WHERE `Sku` LIKE {"sku '" + i + "'%"}", cancellationToken: TestContext.Current.CancellationToken);

        Assert.Equal(150L, result.Executions);
        Assert.Equal(Enumerable.Range(0, 150).ToDictionary(i => $"sku '{i}' \\ 😀", i => i), await StoredAsync(context));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_refused_row_is_named_and_nothing_is_stored(BulkStrategy? strategy, bool isAsync)
    {
        await using TestDatabase database = await StockAsync(1);
        await using ModelContext context = database.Context();
        List<Line> lines = [.. Enumerable.Range(0, 300).Select(i => new Line(i == 250 ? "7" : $"row {i}", i))];
        Func<Line, (string, int)> values = l => (l.Sku, l.Quantity);
        const string Add = "INSERT INTO `Stock` (`Sku`,`Quantity`) VALUES ({0},{1})";

        BulkOperationException refused = isAsync
            ? await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkExecuteRawAsync(lines, Add, values, new() { Strategy = strategy }, TestContext.Current.CancellationToken))
            : Assert.Throws<BulkOperationException>(() => context.BulkExecuteRaw(lines, Add, values, new() { Strategy = strategy }));

        Assert.Equal(250, refused.RowIndex);
        Assert.Single(await StoredAsync(context));
    }

    [Fact]
    public async Task In_an_open_transaction_the_rows_share_its_fate()
    {
        await using TestDatabase database = await StockAsync(300);
        await using ModelContext context = database.Context();
        List<Line> lines = [.. Enumerable.Range(0, 300).Select(i => new Line($"sku '{i}' \\ 😀", 1))];
        await using (IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(TestContext.Current.CancellationToken))
        {
            BulkResult result = await context.BulkExecuteRawAsync(lines, Take, l => (l.Quantity, l.Sku), cancellationToken: TestContext.Current.CancellationToken);
            Assert.Equal((300L, BulkStrategy.PipelinedArrayBatch, true), (result.RowsAffected, result.Strategy, result.IsPipelined));
            Assert.All(await StoredAsync(context), stock => Assert.Equal(99, stock.Value));
        }

        Assert.All(await StoredAsync(context), stock => Assert.Equal(100, stock.Value));
    }

    [Fact]
    public async Task One_scalar_is_a_row()
    {
        await using TestDatabase database = await StockAsync(10);
        await using ModelContext context = database.Context();
        string[] skus = ["sku '3' \\ 😀", "none", "sku '4' \\ 😀"];
        BulkResult result = await context.BulkExecuteRawAsync(
            skus, "DELETE FROM `Stock` WHERE `Sku` = {0};", sku => sku, new() { ReturnAffected = true }, TestContext.Current.CancellationToken);
        Assert.Equal([1, 0, 1], result.AffectedByRow!);
        Assert.Equal(8, (await StoredAsync(context)).Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task One_row_may_call_a_procedure_that_selects_again_and_again(bool isAsync)
    {
        await using TestDatabase database = await StockAsync(1);
        await database.ExecuteAsync(
            "CREATE PROCEDURE take(n INT) BEGIN SELECT Sku FROM Stock; UPDATE Stock SET Quantity = Quantity - n; SELECT Quantity, n FROM Stock; END");
        await using ModelContext context = database.Context();
        for (int call = 1; call <= 3; call++)
        {
            BulkResult result = isAsync
                ? await context.BulkExecuteRawAsync([10], "CALL take({0}) -- and go on", n => n, cancellationToken: TestContext.Current.CancellationToken)
                : context.BulkExecuteRaw([10], "CALL take({0}) -- and go on", n => n);
            Assert.Equal((1L, 100 - (call * 10)), (result.Executions, (await StoredAsync(context))["7"]));
        }
    }

    private async Task<TestDatabase> StockAsync(int count)
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Stock>().HasKey(s => s.Sku));
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(0, count).Select(i => new Stock { Sku = count == 1 ? "7" : $"sku '{i}' \\ 😀", Quantity = 100 }).ToList());
        return database;
    }

    private static Task<Dictionary<string, int>> StoredAsync(ModelContext context)
        => context.Set<Stock>().AsNoTracking().ToDictionaryAsync(s => s.Sku, s => s.Quantity);

    private sealed record Line(string Sku, int Quantity);

    private sealed class Stock
    {
        public string Sku { get; set; } = "";

        public int Quantity { get; set; }
    }
}
