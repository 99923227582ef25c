using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Troubles;

/// <summary>Does something once, before the next command with a text is sent, whichever way it is sent.</summary>
public sealed class OnceBefore(string text, Func<DbCommand, Task> action) : CommandSpy
{
    /// <summary>Whether the next such command is the one.</summary>
    public bool IsArmed { get; set; }

    public override InterceptionResult<DbDataReader> ReaderExecuting(DbCommand command, CommandEventData eventData, InterceptionResult<DbDataReader> result)
    {
        SeeAsync(command).GetAwaiter().GetResult();
        return result;
    }

    public override async ValueTask<InterceptionResult<DbDataReader>> ReaderExecutingAsync(
        DbCommand command, CommandEventData eventData, InterceptionResult<DbDataReader> result, CancellationToken cancellationToken = default)
    {
        await SeeAsync(command);
        return result;
    }

    protected override async Task SeeAsync(DbCommand command)
    {
        if (!IsArmed || !command.CommandText.Contains(text, StringComparison.Ordinal))
            return;
        IsArmed = false;
        await action(command);
    }
}
