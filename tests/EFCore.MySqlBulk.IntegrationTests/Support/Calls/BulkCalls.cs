using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Calls;

/// <summary>Every bulk call in either mode, so that one test covers both.</summary>
public static class BulkCalls
{
    public static async Task<BulkResult> InsertAsync<T>(this DbContext context, bool isAsync, IEnumerable<T> rows, BulkInsertOptions? options = null)
        where T : class
        => isAsync ? await context.BulkInsertAsync(rows, options, Token) : context.BulkInsert(rows, options);

    public static async Task<BulkResult> UpdateAsync<T>(this DbContext context, bool isAsync, IEnumerable<T> rows, BulkUpdateOptions<T>? options = null)
        where T : class
        => isAsync ? await context.BulkUpdateAsync(rows, options, Token) : context.BulkUpdate(rows, options);

    public static async Task<BulkResult> InsertOrUpdateAsync<T>(this DbContext context, bool isAsync, IEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null)
        where T : class
        => isAsync ? await context.BulkInsertOrUpdateAsync(rows, options, Token) : context.BulkInsertOrUpdate(rows, options);

    public static async Task<BulkResult> InsertIfAbsentAsync<T>(this DbContext context, bool isAsync, IEnumerable<T> rows, BulkInsertIfAbsentOptions<T>? options = null)
        where T : class
        => isAsync ? await context.BulkInsertIfAbsentAsync(rows, options, Token) : context.BulkInsertIfAbsent(rows, options);

    public static async Task<BulkResult> SynchronizeAsync<T>(this DbContext context, bool isAsync, IEnumerable<T> rows, BulkSynchronizeOptions<T> options)
        where T : class
        => isAsync ? await context.BulkSynchronizeAsync(rows, options, Token) : context.BulkSynchronize(rows, options);

    public static async Task<BulkResult> DeleteAsync<T>(this DbContext context, bool isAsync, IEnumerable<T> rows, BulkDeleteOptions? options = null)
        where T : class
        => isAsync ? await context.BulkDeleteAsync(rows, options, Token) : context.BulkDelete(rows, options);

    /// <summary>Inserts, updates or deletes rows, in batches of a given size.</summary>
    public static Task<BulkResult> RunAsync<T>(
        this DbContext context, Operation operation, bool isAsync, IEnumerable<T> rows, int batchRows, BulkStrategy? strategy = null)
        where T : class
        => operation switch
        {
            Operation.Insert => context.InsertAsync(isAsync, rows, new() { BatchRows = batchRows, Strategy = strategy }),
            Operation.Update => context.UpdateAsync(isAsync, rows, new() { BatchRows = batchRows, Strategy = strategy }),
            _ => context.DeleteAsync(isAsync, rows, new() { BatchRows = batchRows, Strategy = strategy }),
        };
}
