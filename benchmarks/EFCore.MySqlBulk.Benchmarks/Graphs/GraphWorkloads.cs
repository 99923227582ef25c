using EFCore.MySqlBulk.Benchmarks.Saving;

namespace EFCore.MySqlBulk.Benchmarks.Graphs;

/// <summary>What is compared: entities that are stored in several tables with SaveChanges, and those of one table without and with the option that looks for more.</summary>
internal static class GraphWorkloads
{
    private const string Plain = "BulkInsert";
    private const string WithGraph = "BulkInsert, IncludeGraph";

    // One context saves all rows.
    private const int RowsPerSave = int.MaxValue;

    public static IReadOnlyList<string> Names { get; } = [SaveOrders.NameOf(SaveOrders.LinesPerOrder), SaveEmployees.Operation, SaveBaskets.Operation, SaveOrders.NameOf(linesPerOrder: 0)];

    public static IEnumerable<GraphWorkload> Of(SavingDatabase database)
    {
        yield return WithSaveChanges(database, new SaveOrders(database.Tables), WithGraph, InsertGraphAsync);
        yield return WithSaveChanges(
            database, new SaveEmployees(database.Tables), Plain, static (context, employees) => context.BulkInsertAsync((BenchEmployee[])employees));
        yield return WithSaveChanges(
            database, new SaveBaskets(database.Tables), Plain, static (context, baskets) => context.BulkInsertAsync((BenchBasket[])baskets));
        yield return WithoutLines(database, new SaveOrders(database.Tables, linesPerOrder: 0));
    }

    private static GraphWorkload WithSaveChanges(SavingDatabase database, SaveOperation operation, string name, Func<SavingContext, object[], Task<BulkResult>> call) => new(
        database.Tables, operation,
        new SaveTechnique(database, operation, RowsPerSave, isBulk: false, timesTracking: false),
        new GraphTechnique(name, database, operation, call));

    private static GraphWorkload WithoutLines(SavingDatabase database, SaveOrders orders) => new(
        database.Tables, orders,
        new GraphTechnique(Plain, database, orders, static (context, entities) => context.BulkInsertAsync((BenchOrder[])entities)),
        new GraphTechnique(WithGraph, database, orders, InsertGraphAsync));

    private static Task<BulkResult> InsertGraphAsync(SavingContext context, object[] orders) => context.BulkInsertAsync((BenchOrder[])orders, new() { IncludeGraph = true });
}
