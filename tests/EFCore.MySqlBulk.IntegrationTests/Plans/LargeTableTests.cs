using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Plans;

/// <summary>No call reads a large table, or locks it, to find a few of its rows: whatever the number of rows, and whatever the server believes of the table.</summary>
[BothServers]
[OnEachServer("Each server has an optimizer of its own.")]
[OnlyInFullRuns("IndexUse and ReadIndexUse look at the same plans on tables of some thousand rows.")]
public abstract class LargeTableTests(LargeTable large, ServerKind kind) : IClassFixture<LargeTable>
{
    private static readonly int[] Counts = [2, 1_000, 10_000];

    [Theory]
    [InlineData(Statistics.Fresh)]
    [InlineData(Statistics.None)]
    [InlineData(Statistics.Stale)]
    [InlineData(Statistics.AfterRollback)]
    public Task Queries_with_a_list(Statistics statistics) => CheckAsync(statistics, count =>
    {
        List<int> ids = Ids(count);
        List<string> codes = [.. ids.Select(id => $"C{id}")];
        List<int> batches = [.. Enumerable.Range(0, Math.Max(count / 10, 2)).Select(i => i * 7)];
        int inBatches = batches.Count * 10;
        return
        [
            ("WhereKeys", count, async c => (await c.Set<Part>().WhereKeys(ids).ToListAsync(Token)).Count),
            ("WhereIn, unique", count, async c => (await c.Set<Part>().WhereIn(p => p.Code, codes).ToListAsync(Token)).Count),
            ("WhereIn, not unique", inBatches, async c => (await c.Set<Part>().WhereIn(p => p.Batch, batches).ToListAsync(Token)).Count),
            ("BulkRead", count, async c => (await c.Set<Part>().BulkReadAsync(ids, cancellationToken: Token)).Count),
            ("BulkRead by code", count, async c => (await c.Set<Part>().BulkReadAsync(codes, new() { Match = p => p.Code }, Token)).Count(p => p is not null)),
            ("WhereKeys, update", count, c => c.Set<Part>().WhereKeys(ids).Where(p => p.Stock < 1_000_000).ExecuteUpdateAsync(set => set.SetProperty(p => p.Stock, p => p.Stock + 1), Token)),
            ("WhereIn, unique, update", count, c => c.Set<Part>().WhereIn(p => p.Code, codes).ExecuteUpdateAsync(set => set.SetProperty(p => p.Stock, p => p.Stock + 1), Token)),
            ("WhereIn, not unique, update", inBatches, c => c.Set<Part>().WhereIn(p => p.Batch, batches).ExecuteUpdateAsync(set => set.SetProperty(p => p.Stock, p => p.Stock + 1), Token)),
            ("WhereIn twice, update", count, c => c.Set<Part>().WhereIn(p => p.Code, codes).WhereKeys(ids).ExecuteUpdateAsync(set => set.SetProperty(p => p.Stock, p => p.Stock + 1), Token)),
            ("WhereIn, not unique, delete", inBatches, c => c.Set<Part>().WhereIn(p => p.Batch, batches).ExecuteDeleteAsync(Token)),
            ("WhereKeys, delete", count, c => c.Set<Part>().WhereKeys(ids).ExecuteDeleteAsync(Token)),
        ];
    });

    [Theory]
    [InlineData(Statistics.Fresh)]
    [InlineData(Statistics.None)]
    [InlineData(Statistics.Stale)]
    [InlineData(Statistics.AfterRollback)]
    [InlineData(Statistics.OfEmptyTable)]
    public Task Calls_with_rows(Statistics statistics) => CheckAsync(statistics, count =>
    {
        List<Part> stored = [.. Ids(count).Select(id => new Part { Id = id, Code = $"c{id}", Batch = id % (LargeTable.Rows / 10), Stock = 2 })];
        List<Part> byCode = [.. stored.Select(part => new Part { Id = part.Id, Code = $"C{part.Id}", Batch = part.Batch, Stock = 2 })];
        // Of the ten parts of each lot one is missing.
        List<Lot> lots = [.. Enumerable.Range(0, Math.Max(count / 10, 1)).Select(lot => new Lot { Id = lot, Parts = [.. Enumerable.Range(1, 9).Select(i => lot + (i * LargeTable.Rows / 10)).Select(id => new Part { Id = id, Code = $"c{id}", Batch = lot, Stock = 2, Text = new('x', 100) })] })];
        List<int> lotIds = [.. lots.Select(lot => lot.Id)];
        List<Part> first = [.. Enumerable.Range(0, count).Select(id => new Part { Id = id, Stock = 2 })];
        return
        [
            .. EveryStrategy.Updates(kind).Where(IsOnContexts).Select(strategy => Case($"update by {strategy}", async c => (await c.BulkUpdateAsync(stored, new() { Strategy = strategy }, Token)).RowsUpdated)),
            .. EveryStrategy.Updates(kind).Where(IsOnContexts).Select(strategy => Case($"update by code by {strategy}", async c =>
                (await c.BulkUpdateAsync(byCode, new() { Strategy = strategy, Match = p => p.Code, Update = p => p.Stock }, Token)).RowsUpdated)),
            Case("update of what is there", async c => (await c.BulkUpdateAsync(stored, new() { NotFound = NotFoundRows.Ignore, Update = p => p.Stock }, Token)).RowsUpdated),
            .. EveryStrategy.Deletes(kind).Where(IsOnContexts).Select(strategy => Case($"delete by {strategy}", async c => (await c.BulkDeleteAsync(stored, new() { Strategy = strategy }, Token)).RowsDeleted)),
            Case("delete of consecutive rows by KeyList", async c => (await c.BulkDeleteAsync(first, new() { Strategy = BulkStrategy.KeyList }, Token)).RowsDeleted),
            Case("delete by key", async c => (await c.Set<Part>().BulkDeleteByKeyAsync(Ids(count), cancellationToken: Token)).RowsDeleted),
            Case("insert or update", async c => (await c.BulkInsertOrUpdateAsync(stored, new() { Update = p => p.Stock }, Token)).RowsUpdated),
            Case("insert or update by code", async c => (await c.BulkInsertOrUpdateAsync(byCode, new() { Match = p => p.Code, Update = p => p.Stock }, Token)).RowsUpdated),
            Case("insert if absent", async c => (await c.BulkInsertIfAbsentAsync(stored, cancellationToken: Token)).RowsUnchanged),
            Case("insert if absent by code", async c => (await c.BulkInsertIfAbsentAsync(byCode, new() { Match = p => p.Code }, Token)).RowsUnchanged),
            Case("synchronize", async c => (await c.BulkSynchronizeAsync(first, new() { Scope = parts => parts.Where(p => p.Id < count), Update = p => p.Stock }, Token)).RowsUpdated),
            ("synchronize collections", lots.Count * 10, async c =>
            {
                BulkResult result = await c.BulkSynchronizeAsync(lots, new() { Scope = all => all.Where(lot => lotIds.Contains(lot.Id)), IncludeGraph = true }, Token);
                return (int)(result.RowsUpdated + result.RowsDeleted);
            }),
            Case("execute", async c => (await c.BulkExecuteRawAsync(Ids(count), "UPDATE parts SET Stock = Stock + 1 WHERE Id = {0}", id => ValueTuple.Create(id), cancellationToken: Token)).RowsAffected),
        ];

        (string, int, Func<ModelContext, Task<int>>) Case(string name, Func<ModelContext, Task<long>> run) => (name, count, async c => (int)await run(c));
    });

    private async Task CheckAsync(Statistics statistics, Func<int, IReadOnlyList<(string Name, int Rows, Func<ModelContext, Task<int>> Run)>> calls)
    {
        TestDatabase database = await large.OfAsync(kind);
        await LargeTable.SetAsync(database, kind, statistics);
        List<string> failures = [];
        // A list that is longer than the server believes the table to be is answered by a scan, and docs/limits.md says so.
        foreach (int count in Counts.Where(count => count <= 1_000 || statistics == Statistics.Fresh))
        {
            foreach ((string name, int rows, Func<ModelContext, Task<int>> run) in calls(count).Where(call => !IsScanned(call.Name, statistics)))
            {
                await using ModelContext context = database.Context(options => options.UseQueryTrackingBehavior(QueryTrackingBehavior.NoTracking));
                // Nothing of a call stays.
                await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
                int done = -1;
                // A scan for each row takes longer, on a busy machine nothing else does. Connector/NET may not come back from its own timeout.
                context.Database.SetCommandTimeout(60);
                Exception? thrown = null;
                (long read, long locked) = await LargeTable.CostAsync(context, async () => thrown = await Record.ExceptionAsync(async () => done = await run(context)));
                if (thrown is not null)
                {
                    failures.Add($"{name} of {count}: {thrown.Message}");
                    continue;
                }

                // Lists are read row by row too, and copied.
                if (done != rows || read > 5_000 + (20L * rows) || locked > 500 + (10L * rows))
                    failures.Add($"{name} of {count}: {done} rows of {rows}, {read} read, {locked} locked");
                await transaction.RollbackAsync(Token);
            }
        }

        Assert.True(failures.Count == 0, $"{statistics}:\n{string.Join('\n', failures)}");
    }

    // The array batch sends what RowByRow sends, over a connection whose counters are not seen here.
    private static bool IsOnContexts(BulkStrategy strategy) => strategy != BulkStrategy.PipelinedArrayBatch;

    // MariaDB has no hint that would keep it from believing that one value of the index finds most of the table, or that a list of keys is the whole table. The query of a scope is the caller's.
    // docs/limits.md says so.
    private bool IsScanned(string call, Statistics statistics) => kind == ServerKind.MariaDb
        ? statistics is (Statistics.Stale or Statistics.AfterRollback or Statistics.OfEmptyTable) && (call.Contains("not unique", StringComparison.Ordinal) || call == "delete by KeyList")
        : statistics == Statistics.OfEmptyTable && call == "synchronize";

    // Spread over the table.
    private static List<int> Ids(int count) => [.. Enumerable.Range(0, count).Select(i => (int)((long)i * LargeTable.Rows / count))];
}
