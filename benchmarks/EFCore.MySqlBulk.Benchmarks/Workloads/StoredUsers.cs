using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Workloads;

/// <summary>The stored rows, read without EF Core and without the library.</summary>
internal static class StoredUsers
{
    public static Task<List<BenchUser>> ReadAsync(BenchContext context, int count) =>
        ReadAsync(context, "SELECT id, name, age, email, score, created_at FROM bench_users ORDER BY id", count);

    /// <summary>The first rows of a query with the same columns.</summary>
    public static async Task<List<BenchUser>> ReadAsync(BenchContext context, string sql, int count)
    {
        await using DbCommand command = context.Command($"{sql} LIMIT {count}");
        await using DbDataReader reader = await command.ExecuteReaderAsync();
        List<BenchUser> users = new(count);
        while (await reader.ReadAsync())
            users.Add(Read(reader));
        return users;
    }

    /// <summary>Compares the rows of bench_users with those that were inserted, by their keys.</summary>
    /// <exception cref="WrongOutcomeException">They differ.</exception>
    public static async Task VerifyAsync(BenchContext context, IEnumerable<BenchUser> inserted)
    {
        BenchUser[] users = [.. inserted.OrderBy(user => user.Id)];
        List<BenchUser> stored = await ReadAsync(context, users.Length + 1);
        if (stored.Count != users.Length)
            throw new WrongOutcomeException($"{stored.Count} rows are stored instead of {users.Length}");
        for (int i = 0; i < users.Length; i++)
        {
            if (users[i].Id != stored[i].Id || !UserRows.SameValues(users[i], stored[i]))
                throw new WrongOutcomeException($"the row with the key {stored[i].Id} is stored with other values than the entity with the key {users[i].Id}");
        }
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
