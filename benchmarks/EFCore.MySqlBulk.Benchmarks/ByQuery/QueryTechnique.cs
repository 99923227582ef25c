using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Benchmarks.ByQuery;

/// <summary>A way to delete, change, copy or archive the old rows.</summary>
/// <param name="Task">What is done.</param>
/// <param name="Name">The way.</param>
/// <param name="RunAsync">Does it, and returns the time of its longest transaction; <see langword="null" /> for its whole time.</param>
/// <param name="CheckAsync">Checks what is stored.</param>
internal sealed record QueryTechnique(string Task, string Name, Func<VisitContext, IQueryable<BenchVisit>, Task<TimeSpan?>> RunAsync, Func<VisitTables, Task> CheckAsync)
{
    // Before the ways, which are made of it.
    private static readonly Expression<Func<BenchVisit, ArchivedVisit>> AsArchived = v => new ArchivedVisit { Id = v.Id, Site = v.Site, At = v.At, Length = v.Length, Path = v.Path };

    /// <summary>All ways. The first one of a task is what the others are compared with.</summary>
    public static IReadOnlyList<QueryTechnique> All { get; } =
    [
        new("purge", "ExecuteDelete", async (_, old) => Whole(await old.ExecuteDeleteAsync()), tables => tables.CheckDeletedAsync()),
        new("purge", "BulkExecuteDelete", async (_, old) => (await old.BulkExecuteDeleteAsync()).LongestBatch, tables => tables.CheckDeletedAsync()),
        new("purge", "BulkExecuteDelete, BatchTime of 0.1 s", async (_, old) => (await old.BulkExecuteDeleteAsync(new() { BatchTime = TimeSpan.FromMilliseconds(100) })).LongestBatch, tables => tables.CheckDeletedAsync()),
        new("purge", "BulkExecuteDelete, Walk", async (_, old) => (await old.BulkExecuteDeleteAsync(new() { Walk = v => v.At })).LongestBatch, tables => tables.CheckDeletedAsync()),
        new("change", "ExecuteUpdate", async (_, old) => Whole(await old.ExecuteUpdateAsync(s => s.SetProperty(v => v.Length, v => v.Site + 1))), tables => tables.CheckUpdatedAsync()),
        new("change", "BulkExecuteUpdate", async (_, old) => (await old.BulkExecuteUpdateAsync(s => s.SetProperty(v => v.Length, v => v.Site + 1))).LongestBatch, tables => tables.CheckUpdatedAsync()),
        new("change", "BulkExecuteUpdate, Walk", async (_, old) => (await old.BulkExecuteUpdateAsync(s => s.SetProperty(v => v.Length, v => v.Site + 1), new() { Walk = v => v.At })).LongestBatch, tables => tables.CheckUpdatedAsync()),
        new("copy", "INSERT … SELECT", async (context, old) => Whole(await InsertAsync(context, old)), tables => tables.CheckCopiedAsync()),
        new("copy", "BulkInsertInto", async (_, old) => (await old.BulkInsertIntoAsync(AsArchived)).LongestBatch, tables => tables.CheckCopiedAsync()),
        new("copy", "BulkCopyTo, as to another server", CopyAsync, tables => tables.CheckCopiedAsync()),
        new("archive", "INSERT … SELECT and DELETE in one transaction", ByHandAsync, tables => tables.CheckMovedAsync()),
        new("archive", "BulkMoveTo", async (_, old) => (await old.BulkMoveToAsync(AsArchived)).LongestBatch, tables => tables.CheckMovedAsync()),
        new("archive", "BulkMoveTo, Walk", async (_, old) => (await old.BulkMoveToAsync(AsArchived, new() { Walk = v => v.At })).LongestBatch, tables => tables.CheckMovedAsync()),
    ];

    private static TimeSpan? Whole(int rows) => rows > 0 ? null : TimeSpan.Zero;

    private static async Task<TimeSpan?> CopyAsync(VisitContext context, IQueryable<BenchVisit> old)
    {
        await using VisitContext other = context.Again();
        return (await old.BulkCopyToAsync(other, AsArchived)).LongestBatch;
    }

    private static async Task<TimeSpan?> ByHandAsync(VisitContext context, IQueryable<BenchVisit> old)
    {
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync();
        await InsertAsync(context, old);
        int rows = await old.ExecuteDeleteAsync();
        await transaction.CommitAsync();
        return Whole(rows);
    }

    private static async Task<int> InsertAsync(VisitContext context, IQueryable<BenchVisit> old)
    {
        DateTime cutoff = await old.MaxAsync(v => v.At);
        return await context.Database.ExecuteSqlAsync($"INSERT INTO bench_archived (Id, Site, At, Length, Path) SELECT Id, Site, At, Length, Path FROM bench_visits WHERE At <= {cutoff}");
    }
}
