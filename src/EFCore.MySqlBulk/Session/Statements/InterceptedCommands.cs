using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>Executes commands with EF Core's command interceptors and diagnostic listeners, but not with its log, which would contain the whole
/// statement with row values.</summary>
internal sealed class InterceptedCommands
{
    private readonly DbContext _context;
    private readonly IDbCommandInterceptor? _interceptor;
    private readonly DiagnosticSource _listeners;
    private readonly EventDefinition _executing;
    private readonly EventDefinition _executed;
    private readonly EventDefinition _failed;
    private readonly Guid _connectionId;

    public InterceptedCommands(DbContext context)
    {
        IRelationalCommandDiagnosticsLogger logger = context.GetService<IRelationalCommandDiagnosticsLogger>();
        _context = context;
        _interceptor = logger.Interceptors?.Aggregate<IDbCommandInterceptor>();
        _listeners = logger.DiagnosticSource;
        _executing = Definition(logger.Options, RelationalEventId.CommandExecuting);
        _executed = Definition(logger.Options, RelationalEventId.CommandExecuted);
        _failed = Definition(logger.Options, RelationalEventId.CommandError);
        _connectionId = context.GetService<IRelationalConnection>().ConnectionId;
    }

    /// <summary>Executes a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="label">The label for listeners, in addition to its text.</param>
    /// <param name="execute">Executes it, and returns the affected rows.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public async ValueTask<int> ExecuteAsync(
        DbCommand command, StatementLabel label, Func<DbCommand, IOBehavior, CancellationToken, ValueTask<int>> execute, IOBehavior io, CancellationToken token)
    {
        bool listened = _listeners.IsEnabled(RelationalEventId.CommandExecuting.Name!);
        if (_interceptor is null && !listened)
            return await execute(command, io, token).ConfigureAwait(false);

        CommandRun run = CommandRun.Start(_connectionId, io);
        try
        {
            CommandEventData executing = EFCoreVersion.Executing(_executing, command, label.Name, _context, run);
            Tell(RelationalEventId.CommandExecuting, executing);
            InterceptionResult<int> suppressed = _interceptor is null ? default : await _interceptor.ExecutingAsync(command, executing, io, token).ConfigureAwait(false);
            int result = suppressed.HasResult ? suppressed.Result : await execute(command, io, token).ConfigureAwait(false);
            CommandExecutedEventData executed = EFCoreVersion.Executed(_executed, command, label.Name, _context, run, result);
            Tell(RelationalEventId.CommandExecuted, executed);
            return _interceptor is null ? result : await _interceptor.ExecutedAsync(command, executed, result, io, token).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            CommandErrorEventData failed = EFCoreVersion.Failed(_failed, command, label.Name, _context, run, BrokenConnectionException.Inside(exception));
            Tell(RelationalEventId.CommandError, failed);
            if (_interceptor is not null)
                await _interceptor.FailedAsync(command, failed, io, CancellationToken.None).ConfigureAwait(false);
            throw;
        }
    }

    private static EventDefinition Definition(ILoggingOptions options, EventId id)
        => new(options, id, LogLevel.Debug, id.Name!, static _ => static (_, _) => { });

    private void Tell(EventId id, EventData data)
    {
        if (_listeners.IsEnabled(id.Name!))
            _listeners.Write(id.Name!, data);
    }
}
