using System.Collections.Concurrent;
using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Observers;

/// <summary>Records every statement that passes the context's interceptors, with its mode; optionally suppresses those with rows.</summary>
public sealed class SeenStatements(int? suppressedRows = null) : DbCommandInterceptor
{
    private readonly ConcurrentQueue<(string Text, bool IsAsync)> _executing = [];
    private readonly ConcurrentQueue<(string Text, bool IsAsync)> _executed = [];
    private readonly ConcurrentQueue<(string Text, bool IsAsync)> _failed = [];

    public IReadOnlyCollection<(string Text, bool IsAsync)> Executing => _executing;

    public IReadOnlyCollection<(string Text, bool IsAsync)> Executed => _executed;

    public IReadOnlyCollection<(string Text, bool IsAsync)> Failed => _failed;

    public override InterceptionResult<int> NonQueryExecuting(DbCommand command, CommandEventData eventData, InterceptionResult<int> result)
    {
        _executing.Enqueue((command.CommandText, false));
        return Suppress(command, result);
    }

    public override ValueTask<InterceptionResult<int>> NonQueryExecutingAsync(
        DbCommand command, CommandEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
    {
        _executing.Enqueue((command.CommandText, true));
        return new(Suppress(command, result));
    }

    public override int NonQueryExecuted(DbCommand command, CommandExecutedEventData eventData, int result)
    {
        _executed.Enqueue((command.CommandText, false));
        return result;
    }

    public override ValueTask<int> NonQueryExecutedAsync(
        DbCommand command, CommandExecutedEventData eventData, int result, CancellationToken cancellationToken = default)
    {
        _executed.Enqueue((command.CommandText, true));
        return new(result);
    }

    public override void CommandFailed(DbCommand command, CommandErrorEventData eventData) => _failed.Enqueue((command.CommandText, false));

    public override Task CommandFailedAsync(DbCommand command, CommandErrorEventData eventData, CancellationToken cancellationToken = default)
    {
        _failed.Enqueue((command.CommandText, true));
        return Task.CompletedTask;
    }

    private InterceptionResult<int> Suppress(DbCommand command, InterceptionResult<int> result)
        => suppressedRows is { } rows && Troubles.BeforeStatement.CarriesRows(command) ? InterceptionResult<int>.SuppressWithResult(rows) : result;
}
