using System.Data;
using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.Diagnostics;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Session;

/// <summary>The context's own connection: every statement goes over it, in the transaction that is current.</summary>
internal sealed class ContextSession : IRowHolder
{
    /// <summary>The column of the queries that ask what the statement before them did.</summary>
    public const string AnswerName = "mysqlbulk_answer";

    private readonly DatabaseFacade _database;
    private readonly InterceptedCommands _commands;
    private readonly int? _timeoutSeconds;
    private readonly List<string> _warnings = [];
    private readonly DbConnection? _watched;
    private readonly int _watchSeconds;
    private readonly ConnectionWatch _watchOfAll;
    private StatementWatch? _watch;
    private bool _isFollowed;
    private LostSession? _session;
    private bool _hasOpened;

    public ContextSession(DbContext context, TimeSpan? timeout, ILogger logger, IOBehavior io)
    {
        _database = context.Database;
        _commands = new(context);
        _timeoutSeconds = timeout is { } given ? Seconds(given) : _database.GetCommandTimeout();
        Logger = logger;
        CleanUp = new(logger);
        Settings = ConnectionSettings.Of(_database);
        WasOpen = _database.GetDbConnection().State == ConnectionState.Open;
        // What is watched gets no timeout of its own.
        _watched = _database.WatchedConnection(io);
        if (_watched is not null)
            (_watchSeconds, _timeoutSeconds) = (_timeoutSeconds ?? DefaultSeconds(), 0);
        int limit = _watched is null ? _timeoutSeconds ?? DefaultSeconds() : _watchSeconds;
        StatementTimeout = limit == 0 ? null : TimeSpan.FromSeconds(limit);
        _watchOfAll = new(_database, StatementTimeout, Settings.ConnectTimeout);
        IO = io.Under(_watchOfAll);
    }

    /// <summary>How the operation waits for this connection: never without an end, where it has a timeout.</summary>
    public IOBehavior IO { get; }

    public ILogger Logger { get; }

    public DatabaseFacade Database => _database;

    /// <summary>What goes with the next statement.</summary>
    public Riders Riders { get; } = new();

    /// <summary>The number by which the server knows the session, where the driver tells it.</summary>
    public long? ServerThread { get; private set; }

    /// <summary>Puts away what has ended.</summary>
    public CleanUp CleanUp { get; }

    /// <summary>How far the statement that carries rows has come.</summary>
    public Delivery Delivery { get; } = new();

    /// <summary>Tells this connection's server and settings from others; holds no password.</summary>
    public string DataSource => Settings.DataSource;

    /// <summary>The session's settings, where its facts had them.</summary>
    public SessionSettings? SettingsRead { get; private set; }

    /// <summary>What the result of the operation warns of.</summary>
    public IReadOnlyList<string> Warnings => _warnings;

    /// <summary>Statements that carried rows so far.</summary>
    public int Statements { get; private set; }

    /// <summary>The driver takes several statements in one command.</summary>
    public bool TakesSeveralStatements => Settings.AllowsBatch;

    /// <summary>Rows may share a command, as statements of their own: what a failure leaves of them can be taken back.</summary>
    public bool MayJoinRows => TakesSeveralStatements && SessionTransaction.KindOf(_database) != TransactionKind.None;

    public ConnectionSettings Settings { get; }

    /// <summary>The connection was open when the operation began.</summary>
    public bool WasOpen { get; }

    /// <summary>Time that one statement may take; <see langword="null" /> for as long as it likes.</summary>
    public TimeSpan? StatementTimeout { get; }

    public DbConnection Connection => _database.GetDbConnection();

    /// <summary>False also where the driver has not noticed yet.</summary>
    public bool IsOpen => !IsBroken && Connection.State == ConnectionState.Open;

    /// <summary>The connection broke, or was given up.</summary>
    public bool IsBroken => _watchOfAll.IsBroken || (_hasOpened && Connection.State != ConnectionState.Open);

    /// <summary>A command in the current transaction, with the operation's timeout.</summary>
    public DbCommand CreateCommand(string text)
    {
        DbCommand command = _database.GetDbConnection().CreateCommand();
        command.CommandText = text;
        Enlist(command);
        if (_timeoutSeconds is { } seconds)
            command.CommandTimeout = seconds;
        return command;
    }

    /// <summary>Puts a command into the transaction that is current now: it may have begun since the command was made.</summary>
    public void Enlist(DbCommand command) => command.Transaction = _database.CurrentTransaction?.GetDbTransaction();

    /// <summary>Runs a statement that carries rows.</summary>
    /// <param name="command">The command.</param>
    /// <param name="label">What log and trace say of it.</param>
    /// <param name="wantsKey">Reads the first generated key.</param>
    /// <param name="isText">It goes as text, not prepared, so that riders can go with it.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public async ValueTask<StatementOutcome> ExecuteAsync(
        DbCommand command, StatementLabel label, bool wantsKey, bool isText, IOBehavior io, CancellationToken token)
    {
        string? behind = null;
        _isFollowed = false;
        if (isText && TakesSeveralStatements)
        {
            behind = Riders.Board(command);
            _isFollowed = behind is not null;
        }
        else
        {
            await SendRidersAsync(io, token).ConfigureAwait(false);
        }

        Enlist(command);
        long started = Stopwatch.GetTimestamp();
        int affected = await GuardedAsync(command, label, ExecuteWatchedAsync, io, token).ConfigureAwait(false);
        Riders.Arrive(behind);
        Statements++;
        Executed(label, Stopwatch.GetElapsedTime(started));
        // A statement with a result of its own affects no rows; drivers say -1.
        return new(Math.Max(0, affected), wantsKey ? await FirstKeyAsync(command, io, token).ConfigureAwait(false) : 0);
    }

    /// <summary>Runs several statements in one command, each with a query of one number behind it.</summary>
    /// <param name="command">The command.</param>
    /// <param name="label">What log and trace say of it.</param>
    /// <param name="answers">Takes the numbers; after a failure it holds those of the statements before it.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public async ValueTask<StatementOutcome> ExecuteSeveralAsync(
        DbCommand command, StatementLabel label, List<long> answers, IOBehavior io, CancellationToken token)
    {
        string? behind = Riders.Board(command);
        _isFollowed = true;
        Enlist(command);
        long started = Stopwatch.GetTimestamp();
        int affected = await GuardedAsync(command, label, ReadWatchedAsync, io, token).ConfigureAwait(false);
        Riders.Arrive(behind);
        Statements++;
        Executed(label, Stopwatch.GetElapsedTime(started));
        return new(affected, 0);

        ValueTask<int> ReadWatchedAsync(DbCommand watched, IOBehavior mode, CancellationToken cancel)
        {
            Riders.Sent();
            return Delivery.OfAsync(
                _isFollowed,
                _watch is null
                    ? ReadAnswersAsync(watched, answers, mode, cancel)
                    : _watch.RunAsync(() => ReadAnswersAsync(watched, answers, mode, CancellationToken.None), () => AbsorbAsync(mode), cancel));
        }
    }

    /// <summary>Runs a statement that carries no rows, such as <c>SAVEPOINT</c>.</summary>
    public ValueTask ControlAsync(string text, IOBehavior io, CancellationToken token) => ControlAsync(text, DbIO.ExecuteNonQueryAsync, io, token);

    /// <summary>Takes something back. No interceptor may keep that from the server.</summary>
    public async ValueTask TakeBackAsync(string text, IOBehavior io)
    {
        DbCommand command = CreateCommand(text);
        try
        {
            await command.ExecuteNonQueryAsync(io, CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    /// <inheritdoc cref="IRowHolder.QueryAsync" />
    public async ValueTask<List<T>> QueryAsync<T>(DbCommand command, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token)
    {
        List<T> rows = [];
        if (_watch is null)
            return await ReadRowsAsync(command, rows, read, io, token).ConfigureAwait(false);
        await _watch.RunAsync(
            async () => (await ReadRowsAsync(command, rows, read, io, CancellationToken.None).ConfigureAwait(false)).Count, () => AbsorbAsync(io), token).ConfigureAwait(false);
        return rows;
    }

    /// <inheritdoc />
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

    /// <summary>Logs what was sent, over this connection or another.</summary>
    public void Executed(StatementLabel label, TimeSpan time)
        => Log.StatementExecuted(Logger, label.Name, label.Rows, label.Statements, label.Parameters, label.Bytes, time.TotalMilliseconds);

    /// <summary>Warns in the log and in the operation's result.</summary>
    /// <param name="warning">A whole sentence, without row values.</param>
    public void Warn(string warning)
    {
        _warnings.Add(warning);
        Log.Warned(Logger, warning);
    }

    /// <summary>Logs that a session of the operation could not be ended on the server.</summary>
    public void CouldNotEnd(string problem) => Log.KillFailed(Logger, problem);

    /// <summary>Tells who the session is, so that a statement of its own, and no other, can be ended.</summary>
    public void Identify(Facts facts)
    {
        SettingsRead = facts.Settings;
        if (DriverConnection.Find(Connection, DriverConnection.TellsNumber) is not { } driver || Session.ServerThread.Of(driver) is not { } id)
            return;
        ServerThread = id;
        SecondConnection second = new(driver, _database.GetConnectionString() ?? driver.ConnectionString, facts);
        _session = new(second, id);
        if (_watched is not null)
            _watch = new(new(second, id), StatementTimeout, Logger);
    }

    /// <summary>Opens the connection as EF Core does.</summary>
    public async ValueTask OpenAsync(CancellationToken token)
    {
        try
        {
            await _database.OpenAsync(IO, token).ConfigureAwait(false);
            _hasOpened = true;
        }
        catch (Exception exception)
        {
            await LeaveAsync().ConfigureAwait(false);
            _watchOfAll.Dispose();
            if (exception is StatementTimeoutException)
                throw new BulkOperationException(exception.Message, exception.InnerException);
            throw;
        }
    }

    /// <summary>Closes the connection as EF Core does. Of one that broke the server's end is made sure of, and EF Core has to open another.</summary>
    public async ValueTask CloseAsync()
    {
        try
        {
            if (IsBroken)
                await LeaveAsync().ConfigureAwait(false);
            else
                await _database.CloseAsync(IO).ConfigureAwait(false);
        }
        finally
        {
            _watchOfAll.Dispose();
        }
    }

    private async ValueTask LeaveAsync()
    {
        long until = Environment.TickCount64 + (long)BrokenConnection.Patience.TotalMilliseconds;
        Task<bool> leaving = new BrokenConnection(_database).LeaveAsync();
        if (_session is not null && await _session.EndAsync(IO).ConfigureAwait(false) is { } problem)
            CouldNotEnd(problem);
        try
        {
            await IO.WithinAsync(TimeSpan.FromMilliseconds(Math.Max(0, until - Environment.TickCount64)), leaving).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            // The driver does not let go; what broke the connection is what the caller has to know.
        }
    }

    private static async ValueTask<List<T>> ReadRowsAsync<T>(DbCommand command, List<T> rows, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token)
    {
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

    private static async ValueTask<int> ReadAnswersAsync(DbCommand command, List<long> answers, IOBehavior io, CancellationToken token)
    {
        DbDataReader reader = await command.ExecuteReaderAsync(io, token).ConfigureAwait(false);
        try
        {
            do
            {
                // A row's statement may have a result of its own, which is passed over.
                bool isAnswer = reader.FieldCount == 1 && reader.GetName(0) == AnswerName;
                while (await reader.ReadAsync(io, token).ConfigureAwait(false))
                {
                    if (isAnswer)
                        answers.Add(Integer(reader));
                }
            }
            while (await reader.NextResultAsync(io, token).ConfigureAwait(false));
        }
        finally
        {
            await reader.DisposeAsync(io).ConfigureAwait(false);
        }

        return reader.RecordsAffected;
    }

    private ValueTask<int> ExecuteWatchedAsync(DbCommand command, IOBehavior io, CancellationToken token)
    {
        Riders.Sent();
        return Delivery.OfAsync(
            _isFollowed,
            _watch is null
                ? command.ExecuteNonQueryAsync(io, token)
                : _watch.RunAsync(() => command.ExecuteNonQueryAsync(io, CancellationToken.None), () => AbsorbAsync(io), token));
    }

    private async ValueTask<int> GuardedAsync(
        DbCommand command, StatementLabel label, Func<DbCommand, IOBehavior, CancellationToken, ValueTask<int>> execute, IOBehavior io, CancellationToken token)
    {
        try
        {
            return await _commands.ExecuteAsync(command, label, execute, io, token).ConfigureAwait(false);
        }
        catch (DbException exception) when (FactsGuard.HasFired(exception))
        {
            throw new FactsChangedException();
        }
    }

    // Behind a proxy the session's answer may come from elsewhere, so it is asked only where a wrapped command hides its own, or where a driver has
    // dropped a key above the range of a signed integer.
    private async ValueTask<long> FirstKeyAsync(DbCommand command, IOBehavior io, CancellationToken token)
    {
        long? told = GeneratedKeyReader.Read(command);
        if (told is { } key && key != 0)
            return key;
        long asked = (await QueryAsync("SELECT LAST_INSERT_ID()", Integer, io, token).ConfigureAwait(false))[0];
        return told is null || asked < 0 ? asked : 0;
    }

    // A key above the range of a signed integer keeps its bits.
    private static long Integer(DbDataReader reader)
        => reader.GetValue(0) is ulong value ? unchecked((long)value) : Convert.ToInt64(reader.GetValue(0), CultureInfo.InvariantCulture);

    private async ValueTask AbsorbAsync(IOBehavior io)
    {
        using DbCommand command = CreateCommand("DO 0");
        await command.ExecuteNonQueryAsync(io, CancellationToken.None).ConfigureAwait(false);
    }

    private int DefaultSeconds()
    {
        using DbCommand command = _database.GetDbConnection().CreateCommand();
        return command.CommandTimeout;
    }

    private async ValueTask ControlAsync(
        string text, Func<DbCommand, IOBehavior, CancellationToken, ValueTask<int>> execute, IOBehavior io, CancellationToken token)
    {
        DbCommand command = CreateCommand(text);
        try
        {
            await GuardedAsync(command, new(text, 0, 0, text.Length), execute, io, token).ConfigureAwait(false);
        }
        finally
        {
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    private async ValueTask SendRidersAsync(IOBehavior io, CancellationToken token)
    {
        while (Riders.PeekNext() is { } statement)
        {
            await ControlAsync(
                statement,
                (command, mode, cancel) =>
                {
                    Riders.Remove(statement);
                    return command.ExecuteNonQueryAsync(mode, cancel);
                },
                io, token).ConfigureAwait(false);
        }
    }

    private static int Seconds(TimeSpan timeout) => timeout == Timeout.InfiniteTimeSpan ? 0 : (int)Math.Min(int.MaxValue, Math.Ceiling(timeout.TotalSeconds));
}
