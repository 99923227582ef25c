using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The first example of README.md, kept compiling: <see cref="ReadmeTests" /> compares the two.</summary>
internal static class ReadmeExample
{
    public static async Task RunAsync(DbContext context, List<User> users)
    {
        // begin of the example
        BulkResult inserted = await context.BulkInsertAsync(users);            // keys are written back
        Console.WriteLine(inserted);

        foreach (User user in users)
            user.Score += 1;
        await context.BulkUpdateAsync(users, new() { Properties = u => u.Score });

        await context.BulkDeleteAsync(users);
        // end of the example
    }

    internal sealed class User
    {
        public long Id { get; set; }

        public string Name { get; set; } = "";

        public double Score { get; set; }
    }
}
