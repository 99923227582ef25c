using System.Data.Common;
using System.Globalization;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Benchmarks.Data;

/// <summary>Hand-written SQL on a context's connection, through DbConnection and DbCommand alone.</summary>
internal static class PlainSql
{
    private const int RowsPerInsert = 1_000;

    // A statement may be about millions of rows.
    private const int TimeoutSeconds = 600;

    public static DbCommand Command(this DbContext context, string sql)
    {
        DbCommand command = context.Database.GetDbConnection().CreateCommand();
        (command.CommandText, command.CommandTimeout) = (sql, TimeoutSeconds);
        command.Transaction = context.Database.CurrentTransaction?.GetDbTransaction();
        return command;
    }

    public static async Task<int> ExecuteAsync(this DbContext context, string sql)
    {
        await using DbCommand command = context.Command(sql);
        return await command.ExecuteNonQueryAsync();
    }

    public static async Task<string> TextAsync(this DbContext context, string sql)
    {
        await using DbCommand command = context.Command(sql);
        return Convert.ToString(await command.ExecuteScalarAsync(), CultureInfo.InvariantCulture) ?? "";
    }

    public static async Task<long> CountAsync(this DbContext context, string sql) =>
        long.Parse(await context.TextAsync(sql), CultureInfo.InvariantCulture);

    /// <summary>Empties tables of which the first refers to the second.</summary>
    public static async Task EmptyAsync(this DbContext context, string dependent, string principal)
    {
        await context.ExecuteAsync($"TRUNCATE TABLE {dependent}");
        // A table that another one refers to cannot be truncated, even if that one is empty.
        await context.ExecuteAsync($"SET SESSION foreign_key_checks = 0; TRUNCATE TABLE {principal}; SET SESSION foreign_key_checks = 1");
    }

    /// <summary>Fills a table like bench_users.</summary>
    public static Task FillAsync(this DbContext context, string table, IEnumerable<BenchUser> users) =>
        context.FillAsync($"{table} (id, name, age, email, score, created_at)", users, RowsPerInsert, static (_, u) => string.Create(
            CultureInfo.InvariantCulture, $"{u.Id},'{u.Name}',{u.Age},'{u.Email}',{u.Score:R},'{u.CreatedAt:yyyy-MM-dd HH:mm:ss.ffffff}'"));

    /// <summary>Fills a table without help from the library, so that nothing is measured against itself.</summary>
    /// <param name="context">The context.</param>
    /// <param name="into">The table and its columns.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="rowsPerInsert">The number of rows in a statement.</param>
    /// <param name="values">The values of a row as SQL; it may add parameters to the command.</param>
    public static async Task FillAsync<TRow>(this DbContext context, string into, IEnumerable<TRow> rows, int rowsPerInsert, Func<DbCommand, TRow, string> values)
    {
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync();
        foreach (TRow[] chunk in rows.Chunk(rowsPerInsert))
        {
            await using DbCommand command = context.Command("");
            command.CommandText = $"INSERT INTO {into} VALUES {string.Join(',', chunk.Select(row => $"({values(command, row)})"))}";
            await command.ExecuteNonQueryAsync();
        }
        await transaction.CommitAsync();
    }
}
