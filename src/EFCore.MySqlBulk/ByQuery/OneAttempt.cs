using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>An execution strategy that runs work once. EF Core's own commands do not retry inside it: after a lost answer, they would change rows again that may have been changed.</summary>
internal sealed class OneAttempt(DbContext context) : ExecutionStrategy(context, maxRetryCount: 0, maxRetryDelay: TimeSpan.Zero)
{
    public static ValueTask<TResult> RunAsync<TResult>(DbContext context, Func<ValueTask<TResult>> work, IOBehavior io)
        => new OneAttempt(context).ExecuteAsync(work, static (each, _) => each(), io, default);

    protected override bool ShouldRetryOn(Exception exception) => false;
}
