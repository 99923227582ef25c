using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Calls;

/// <summary><c>SaveChanges</c> as it is and in bulk, in either mode, so that one test covers all.</summary>
internal static class Saves
{
    public static Task<int> SaveAsync(this DbContext context, bool isBulk, bool isAsync, CancellationToken token = default) => (isBulk, isAsync) switch
    {
        (true, true) => context.BulkSaveChangesAsync(token),
        (true, false) => Task.FromResult(context.BulkSaveChanges()),
        (false, true) => context.SaveChangesAsync(token),
        (false, false) => Task.FromResult(context.SaveChanges()),
    };

    /// <summary>The cause of a failed <c>SaveChanges</c>: <c>BulkSaveChanges</c> has a <see cref="BulkException" /> around it.</summary>
    public static Exception? Cause(this Exception exception) => exception.InnerException is BulkException inside ? inside.InnerException : exception.InnerException;
}
