using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Upserts;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Benchmarks.Contention;

/// <summary>A way to insert or update a call's rows, beside other writers.</summary>
/// <param name="Name">What it is called in the report.</param>
/// <param name="Group">The techniques that are compared with each other; the first of them is the baseline.</param>
/// <param name="Run">Runs one call, and returns how many rows it says that it has inserted; -1 if it cannot tell.</param>
internal sealed record ContendingTechnique(string Name, string Group, Func<UpsertContext, BenchUser[], CancellationToken, Task<long>> Run)
{
    /// <summary>The caller begins the transaction, and makes it again if the server has chosen it as a deadlock's victim.</summary>
    public bool InCallersTransaction { get; init; }

    public static IReadOnlyList<ContendingTechnique> All { get; } =
    [
        .. InBoth("sorted INSERT … ON DUPLICATE KEY UPDATE", "insert or update", (context, rows, token) => StatementAsync(
            context, rows, "INSERT INTO", " ON DUPLICATE KEY UPDATE name=VALUES(name),age=VALUES(age),score=VALUES(score),created_at=VALUES(created_at)", token)),
        .. InBoth("BulkInsertOrUpdate", "insert or update", async (context, rows, token) =>
            (await context.BulkInsertOrUpdateAsync(rows, new() { Match = u => u.Email }, token)).RowsInserted),
        .. InBoth("sorted INSERT IGNORE", "insert if absent", (context, rows, token) => StatementAsync(context, rows, "INSERT IGNORE INTO", "", token)),
        .. InBoth("BulkInsertIfAbsent", "insert if absent", async (context, rows, token) =>
            (await context.BulkInsertIfAbsentAsync(rows, new() { Match = u => u.Email }, token)).RowsInserted),
    ];

    private static IEnumerable<ContendingTechnique> InBoth(string name, string group, Func<UpsertContext, BenchUser[], CancellationToken, Task<long>> run)
    {
        yield return new(name, group, run);
        yield return new(name, group + ", in the caller's transaction", InTransaction(run)) { InCallersTransaction = true };
    }

    private static Func<UpsertContext, BenchUser[], CancellationToken, Task<long>> InTransaction(Func<UpsertContext, BenchUser[], CancellationToken, Task<long>> run)
        => async (context, rows, token) =>
        {
            await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(token);
            long inserted = await run(context, rows, token);
            await transaction.CommitAsync(token);
            return inserted;
        };

    private static async Task<long> StatementAsync(UpsertContext context, BenchUser[] rows, string head, string tail, CancellationToken token)
    {
        await context.Database.OpenConnectionAsync(token);
        try
        {
            await using DbCommand command = context.Database.GetDbConnection().CreateCommand();
            command.Transaction = context.Database.CurrentTransaction?.GetDbTransaction();
            BenchUser[] sorted = [.. rows.OrderBy(row => row.Email, StringComparer.Ordinal)];
            command.CommandText = $"{head} bench_users (name,age,email,score,created_at) VALUES {string.Join(',', sorted.Select((_, i) => $"(@n{i},@a{i},@e{i},@s{i},@c{i})"))}{tail}";
            for (int i = 0; i < sorted.Length; i++)
                AddTo(command, i, sorted[i]);
            await command.ExecuteNonQueryAsync(token);
        }
        finally
        {
            await context.Database.CloseConnectionAsync();
        }

        return -1;
    }

    private static void AddTo(DbCommand command, int i, BenchUser user)
    {
        foreach ((string name, object value) in new (string, object)[] { ("n", user.Name), ("a", user.Age), ("e", user.Email), ("s", user.Score), ("c", user.CreatedAt) })
        {
            DbParameter parameter = command.CreateParameter();
            (parameter.ParameterName, parameter.Value) = ($"@{name}{i}", value);
            command.Parameters.Add(parameter);
        }
    }
}
