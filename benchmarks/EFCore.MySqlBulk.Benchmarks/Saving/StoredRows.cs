using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>The stored rows of any table, read without EF Core and without the library.</summary>
internal static class StoredRows
{
    /// <summary>Reads rows by their key, which is the first column.</summary>
    public static async Task<Dictionary<long, T>> ReadAsync<T>(BenchContext context, string sql, Func<DbDataReader, T> values)
    {
        await using DbCommand command = context.Command(sql);
        await using DbDataReader reader = await command.ExecuteReaderAsync();
        Dictionary<long, T> rows = [];
        while (await reader.ReadAsync())
            rows.Add(reader.GetInt64(0), values(reader));
        return rows;
    }
}
