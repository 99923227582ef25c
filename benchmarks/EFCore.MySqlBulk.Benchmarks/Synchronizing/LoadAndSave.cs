using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Synchronizing;

/// <summary>What is done without a bulk call: load all rows, change, add and remove entities, and save.</summary>
internal static class LoadAndSave
{
    public static async Task<SyncOutcome> RunAsync(BenchContext context, BenchUser[] users)
    {
        Dictionary<long, BenchUser> stored = await context.Users.ToDictionaryAsync(user => user.Id);
        int added = 0;
        int kept = 0;
        foreach (BenchUser user in users)
        {
            if (stored.Remove(user.Id, out BenchUser? found))
            {
                found.Score = user.Score;
                kept++;
            }
            else
            {
                context.Add(user);
                added++;
            }
        }
        context.RemoveRange(stored.Values);
        int deleted = stored.Count;
        int updated = await context.SaveChangesAsync() - added - deleted;
        return new(added, updated, kept - updated, deleted);
    }
}
