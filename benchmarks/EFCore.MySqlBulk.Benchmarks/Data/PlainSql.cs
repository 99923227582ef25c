using System.Data.Common;
using System.Globalization;
using System.Text;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Benchmarks.Data;

/// <summary>Hand-written SQL on a context's connection, through DbConnection and DbCommand alone.</summary>
internal static class PlainSql
{
    private const int RowsPerInsert = 1_000;

    public static DbCommand Command(this DbContext context, string sql)
    {
        DbCommand command = context.Database.GetDbConnection().CreateCommand();
        command.CommandText = sql;
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

    /// <summary>Fills a table without help from the library, so that nothing is measured against itself.</summary>
    public static async Task FillAsync(this DbContext context, string table, IEnumerable<BenchUser> users)
    {
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync();
        foreach (BenchUser[] chunk in users.Chunk(RowsPerInsert))
            await context.ExecuteAsync($"INSERT INTO {table} (id, name, age, email, score, created_at) VALUES {Values(chunk)}");
        await transaction.CommitAsync();
    }

    private static string Values(BenchUser[] users)
    {
        StringBuilder text = new();
        foreach (BenchUser u in users)
        {
            text.Append(text.Length == 0 ? "" : ",");
            text.Append(CultureInfo.InvariantCulture, $"({u.Id},'{u.Name}',{u.Age},'{u.Email}',{u.Score:R},'{u.CreatedAt:yyyy-MM-dd HH:mm:ss.ffffff}')");
        }
        return text.ToString();
    }
}
