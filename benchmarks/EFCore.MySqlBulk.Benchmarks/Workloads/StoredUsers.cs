using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Workloads;

/// <summary>The contents of bench_users, read without EF Core and without the library.</summary>
internal static class StoredUsers
{
    public static async Task<List<BenchUser>> ReadAsync(BenchContext context, int count)
    {
        string sql = $"SELECT id, name, age, email, score, created_at FROM bench_users ORDER BY id LIMIT {count}";
        await using DbCommand command = context.Command(sql);
        await using DbDataReader reader = await command.ExecuteReaderAsync();
        List<BenchUser> users = new(count);
        while (await reader.ReadAsync())
            users.Add(Read(reader));
        return users;
    }

    private static BenchUser Read(DbDataReader reader) => new()
    {
        Id = reader.GetInt64(0),
        Name = reader.GetString(1),
        Age = reader.GetInt32(2),
        Email = reader.GetString(3),
        Score = reader.GetDouble(4),
        CreatedAt = reader.GetDateTime(5),
    };
}
