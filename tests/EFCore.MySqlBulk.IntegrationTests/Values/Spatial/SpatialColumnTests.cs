using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values.Spatial;

/// <summary>No call prepares a statement with a spatial value: MySQL refuses the driver's parameter, and MariaDB takes it for NULL. As many rows as usually are prepared.</summary>
[BothServers]
public abstract class SpatialColumnTests(Servers servers, ServerKind kind)
{
    private const int Many = 3_100;
    private const string Reason = "only the driver knows how to send some of the values, and a prepared statement may not carry them";

    public enum Store
    {
        Insert,
        Update,
        InsertOrUpdate,
        Synchronize,
        SaveChangesInBulk,
        UpdateRowByRow,
        Execute,
    }

    public static TheoryData<Store> Stores => [.. Enum.GetValues<Store>()];

    [OnlyInFullRuns("Fidelity stores spatial columns with every strategy.")]
    [Theory]
    [MemberData(nameof(Stores))]
    public async Task Spatial_columns_are_stored_as_SaveChanges_stores_them(Store call)
    {
        List<string> expected = await StoredAsync(async (context, rows) =>
        {
            if (call == Store.Insert)
                context.AddRange(rows);
            else
                context.UpdateRange(rows);
            await context.SaveChangesAsync(Token);
        }, startsEmpty: call == Store.Insert);

        Assert.Equal(expected, await StoredAsync((context, rows) => StoreAsync(call, context, rows), startsEmpty: call == Store.Insert));
    }

    [Fact]
    [OnEachServer("MySQL checks coordinates by their reference system, MariaDB does not.")]
    public async Task What_would_be_prepared_goes_as_literals_and_the_result_says_why()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Shop.Model);
        await using ModelContext context = database.Context();
        List<Shop> shops = Shop.New(Many);

        BulkResult inserted = await context.BulkInsertAsync(shops, cancellationToken: Token);
        BulkResult updated = await context.BulkUpdateAsync(shops, cancellationToken: Token);

        Assert.Equal((BulkStrategy.MultiRowValues, Reason), (inserted.Strategy, inserted.Reason));
        Assert.Equal((BulkStrategy.ValuesJoin, "each row has its own values, which are best sent as a list of literals"), (updated.Strategy, updated.Reason));
        await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(Shop.New(2), new() { Strategy = BulkStrategy.PreparedMultiRow }, Token));
    }

    [Fact]
    public async Task A_row_whose_places_are_stored_already_is_unchanged()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Shop.Model);
        await using ModelContext context = database.Context();
        List<Shop> shops = Shop.New(10);
        await context.BulkInsertAsync(shops, cancellationToken: Token);
        shops[3].Here = Place.At(0, 99, 99);
        shops[4].Before = shops[4].Before is null ? Place.At(0, 1, 1) : null;

        BulkResult done = await context.BulkInsertOrUpdateAsync(shops, new() { Match = s => s.Number }, Token);
        Assert.Equal((0, 2, 8), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));

        done = await context.BulkSynchronizeAsync(shops, new() { WholeTable = true, Match = s => s.Number }, Token);
        Assert.Equal((0, 0, 10, 0), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsDeleted));
    }

    private static async Task StoreAsync(Store call, ModelContext context, List<Shop> rows)
    {
        switch (call)
        {
            case Store.Insert: await context.BulkInsertAsync(rows, cancellationToken: Token); break;
            case Store.Update: await context.BulkUpdateAsync(rows, cancellationToken: Token); break;
            case Store.InsertOrUpdate: await context.BulkInsertOrUpdateAsync(rows, new() { Match = s => s.Number }, Token); break;
            case Store.Synchronize: await context.BulkSynchronizeAsync(rows, new() { WholeTable = true, Match = s => s.Number }, Token); break;
            case Store.SaveChangesInBulk:
                context.UpdateRange(rows);
                await context.BulkSaveChangesAsync(Token);
                break;
            case Store.UpdateRowByRow: await context.BulkUpdateAsync(rows, new() { Strategy = BulkStrategy.RowByRow }, Token); break;
            case Store.Execute:
                await context.BulkExecuteRawAsync(rows, "UPDATE shops SET Here = {0}, `Before` = {1} WHERE Number = {2}", s => (s.Here, s.Before, s.Number), null, Token);
                await context.BulkExecuteRawAsync(
                    rows, "UPDATE shops SET Here = {0}, `Before` = {1} WHERE Number = {2}", s => (s.Here, s.Before, s.Number), new() { Strategy = BulkStrategy.RowByRow }, Token);
                break;
            default: throw new ArgumentOutOfRangeException(nameof(call), call, null);
        }
    }

    /// <summary>The table after shops that moved once were stored over those that have not.</summary>
    private async Task<List<string>> StoredAsync(Func<ModelContext, List<Shop>, Task> store, bool startsEmpty)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Shop.Model);
        List<Shop> moved = Shop.New(Many, moves: 1);
        if (!startsEmpty)
        {
            await using ModelContext before = database.Context();
            List<Shop> shops = Shop.New(Many);
            before.AddRange(shops);
            await before.SaveChangesAsync(Token);
            foreach ((Shop shop, Shop stored) in moved.Zip(shops))
                shop.Id = stored.Id;
        }

        await using ModelContext context = database.Context(options => PlaceTypes.AddTo(options.UseMySqlBulk()));
        await store(context, moved);
        return [.. (await database.QueryAsync("SELECT CONCAT_WS('|',Id,Number,HEX(Here),IFNULL(HEX(`Before`),'NULL')) FROM shops ORDER BY Number")).Select(row => (string)row[0]!)];
    }
}
