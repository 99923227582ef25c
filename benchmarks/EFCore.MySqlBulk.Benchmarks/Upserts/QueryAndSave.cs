using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Upserts;

/// <summary>What is done without a bulk call: a tracked query for each row, and SaveChanges from time to time.</summary>
internal static class QueryAndSave
{
    private const int RowsPerSave = 1_000;

    public static async Task<UpsertOutcome> RunAsync(UpsertContext context, BenchUser[] users)
    {
        int added = 0;
        int saved = 0;
        foreach (BenchUser[] chunk in users.Chunk(RowsPerSave))
        {
            foreach (BenchUser user in chunk)
            {
                if (await context.Users.SingleOrDefaultAsync(u => u.Email == user.Email) is { } found)
                {
                    user.Id = found.Id;
                    (found.Name, found.Age, found.Score, found.CreatedAt) = (user.Name, user.Age, user.Score, user.CreatedAt);
                }
                else
                {
                    context.Add(user);
                    added++;
                }
            }
            saved += await context.SaveChangesAsync();
            // Otherwise each SaveChanges would look for changes in all entities of the earlier ones.
            context.ChangeTracker.Clear();
        }
        return new(added, saved - added, 0, "");
    }
}
