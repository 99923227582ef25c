using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Observers;

/// <summary>Sees the commands without results before they are sent, in both modes.</summary>
public abstract class CommandSpy : DbCommandInterceptor
{
    public override InterceptionResult<int> NonQueryExecuting(DbCommand command, CommandEventData eventData, InterceptionResult<int> result)
    {
        SeeAsync(command).GetAwaiter().GetResult();
        return result;
    }

    public override async ValueTask<InterceptionResult<int>> NonQueryExecutingAsync(
        DbCommand command, CommandEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
    {
        await SeeAsync(command);
        return result;
    }

    protected abstract Task SeeAsync(DbCommand command);
}
