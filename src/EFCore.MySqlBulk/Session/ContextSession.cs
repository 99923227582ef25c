using System.Data;
using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.Diagnostics;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Session;

/// <summary>The context's own connection: every statement goes over it, in the transaction that is current.</summary>
internal sealed class ContextSession
{
    private readonly DatabaseFacade _database;
    private readonly InterceptedCommands _commands;
    private readonly int? _timeoutSeconds;

    public ContextSession(DbContext context, TimeSpan? timeout, ILogger logger)
    {
        _database = context.Database;
        _commands = new(context);
        _timeoutSeconds = timeout is { } given ? Seconds(given) : _database.GetCommandTimeout();
        Logger = logger;
    }

    public ILogger Logger { get; }

    public DatabaseFacade Database => _database;

    /// <summary>Statements that carried rows so far.</summary>
    public int Statements { get; private set; }

    public bool IsOpen => _database.GetDbConnection().State == ConnectionState.Open;

    /// <summary>A command in the current transaction, with the operation's timeout.</summary>
    public DbCommand CreateCommand(string text)
    {
        DbCommand command = _database.GetDbConnection().CreateCommand();
        command.CommandText = text;
        command.Transaction = _database.CurrentTransaction?.GetDbTransaction();
        if (_timeoutSeconds is { } seconds)
            command.CommandTimeout = seconds;
        return command;
    }

    /// <summary>Runs a statement that carries rows.</summary>
    public async ValueTask<StatementOutcome> ExecuteAsync(DbCommand command, StatementLabel label, bool wantsKey, IOBehavior io, CancellationToken token)
    {
        long started = Stopwatch.GetTimestamp();
        int affected = await _commands.ExecuteNonQueryAsync(command, label, io, token).ConfigureAwait(false);
        Statements++;
        double milliseconds = Stopwatch.GetElapsedTime(started).TotalMilliseconds;
        Log.StatementExecuted(Logger, label.Name, label.Rows, label.Parameters, label.Bytes, milliseconds);
        return new(affected, wantsKey ? GeneratedKeyReader.Read(command) : 0);
    }

    /// <summary>Runs a statement that carries no rows, such as <c>SAVEPOINT</c>.</summary>
    public async ValueTask ControlAsync(string text, IOBehavior io, CancellationToken token)
    {
        DbCommand command = CreateCommand(text);
        try
        {
            await _commands.ExecuteNonQueryAsync(command, new(text, 0, 0, text.Length), io, token).ConfigureAwait(false);
        }
        finally
        {
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    /// <summary>Runs a query of our own and reads its rows.</summary>
    public async ValueTask<List<T>> QueryAsync<T>(DbCommand command, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token)
    {
        List<T> rows = [];
        DbDataReader reader = await command.ExecuteReaderAsync(io, token).ConfigureAwait(false);
        try
        {
            while (await reader.ReadAsync(io, token).ConfigureAwait(false))
                rows.Add(read(reader));
        }
        finally
        {
            await reader.DisposeAsync(io).ConfigureAwait(false);
        }

        return rows;
    }

    /// <inheritdoc cref="QueryAsync{T}(DbCommand, Func{DbDataReader, T}, IOBehavior, CancellationToken)" />
    public async ValueTask<List<T>> QueryAsync<T>(string text, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token)
    {
        DbCommand command = CreateCommand(text);
        try
        {
            return await QueryAsync(command, read, io, token).ConfigureAwait(false);
        }
        finally
        {
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    private static int Seconds(TimeSpan timeout) => timeout == Timeout.InfiniteTimeSpan ? 0 : (int)Math.Min(int.MaxValue, Math.Ceiling(timeout.TotalSeconds));
}
