using System.Collections.Concurrent;
using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges;

/// <summary>The text of every command that the command interceptors see.</summary>
public sealed class SeenSaves : DbCommandInterceptor
{
    public ConcurrentQueue<string> Commands { get; } = new();

    /// <summary>The number of commands with a verb.</summary>
    public int Count(string verb) => Commands.Count(text => text.Contains(verb + " ", StringComparison.Ordinal));

    public override InterceptionResult<int> NonQueryExecuting(DbCommand command, CommandEventData eventData, InterceptionResult<int> result) => Seen(command, result);

    public override ValueTask<InterceptionResult<int>> NonQueryExecutingAsync(
        DbCommand command, CommandEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default) => new(Seen(command, result));

    public override InterceptionResult<DbDataReader> ReaderExecuting(DbCommand command, CommandEventData eventData, InterceptionResult<DbDataReader> result)
        => Seen(command, result);

    public override ValueTask<InterceptionResult<DbDataReader>> ReaderExecutingAsync(
        DbCommand command, CommandEventData eventData, InterceptionResult<DbDataReader> result, CancellationToken cancellationToken = default)
        => new(Seen(command, result));

    private T Seen<T>(DbCommand command, T result)
    {
        Commands.Enqueue(command.CommandText);
        return result;
    }
}
