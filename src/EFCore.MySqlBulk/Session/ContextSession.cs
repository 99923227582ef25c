using System.Data;
using System.Data.Common;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.Ending;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Statements;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Session;

/// <summary>The context's own connection, which runs statements in the current transaction.</summary>
internal sealed class ContextSession : IQueryConnection, ICommandChannel
{
    private readonly DatabaseFacade _database;
    private readonly int? _timeoutSeconds;
    private readonly List<string> _warnings = [];
    private readonly DbConnection? _watched;
    private readonly ConnectionWatch _watchOfAll;
    private readonly IDbContextTransaction? _callers;
    private StatementWatch? _watch;
    private bool _hasOpened;
    private bool _hasSaidSo;
    private bool _isDiscarded;

    public ContextSession(DbContext context, TimeSpan? timeout, ILogger logger, IOBehavior io)
    {
        _database = context.Database;
        _callers = _database.CurrentTransaction;
        Commands = new(this, new(context));
        _timeoutSeconds = timeout is { } given ? CommandTimeouts.Of(given) : _database.GetCommandTimeout();
        Logger = logger;
        CleanUp = new(logger);
        Settings = ConnectionSettings.Of(_database);
        WasOpen = _database.GetDbConnection().State == ConnectionState.Open;
        _watched = _database.WatchedConnection(io);
        int limit = _timeoutSeconds ?? (Settings.CommandTimeout ??= CommandTimeouts.Default(_database));
        // Watched statements have no driver timeout.
        if (_watched is not null)
            _timeoutSeconds = 0;
        StatementTimeout = limit == 0 ? null : TimeSpan.FromSeconds(limit);
        _watchOfAll = new(_database, StatementTimeout, Settings.ConnectTimeout, Grace);
        IO = io.Under(_watchOfAll);
    }

    /// <summary>I/O mode, bounded by the command timeout.</summary>
    public IOBehavior IO { get; }

    /// <summary>The time that is left after the server has stopped answering.</summary>
    public GracePeriod Grace { get; } = new();

    public ILogger Logger { get; }

    public DatabaseFacade Database => _database;

    /// <summary>Runs statements.</summary>
    public SessionCommands Commands { get; }

    /// <inheritdoc />
    public AttachedStatements AttachedStatements { get; } = new();

    /// <summary>Opens connections beside the context's; <see langword="null" /> until the session is identified.</summary>
    public SecondConnection? Second { get; private set; }

    /// <summary>Ends the session's statements; <see langword="null" /> until the session is identified.</summary>
    public StatementKiller? Killer { get; private set; }

    /// <summary>Ends the session once its connection broke; <see langword="null" /> until the session is identified.</summary>
    public LostSession? Lost { get; private set; }

    /// <summary>Cleans up finished statements, transactions and connections.</summary>
    public CleanUp CleanUp { get; }

    /// <inheritdoc />
    public StatementProgress StatementProgress { get; } = new();

    /// <summary>Identifies this connection's server and settings; it contains no password.</summary>
    public string DataSource => Settings.DataSource;

    /// <summary>The session's settings, if they were read with its facts.</summary>
    public SessionSettings? SettingsRead { get; private set; }

    /// <summary>The warnings for the operation's result.</summary>
    public IReadOnlyList<string> Warnings => _warnings;

    /// <summary>Whether each statement commits by itself; behind a proxy each command may then go to another session.</summary>
    public bool HasNoTransaction => TransactionKinds.Of(_database) == TransactionKind.None;

    /// <summary>Whether a single statement cannot be rolled back.</summary>
    public bool CannotRollBack => !TransactionKinds.CanRollBackIn(_database);

    /// <summary>Whether rows may share a command as separate statements, because the ones before a failure can be rolled back.</summary>
    public bool CanJoinRows => Settings.AllowsBatch && !HasNoTransaction;

    public ConnectionSettings Settings { get; }

    /// <summary>Whether the connection was open when the operation began.</summary>
    public bool WasOpen { get; }

    /// <summary>The time that one statement may take; <see langword="null" /> for no limit.</summary>
    public TimeSpan? StatementTimeout { get; }

    public DbConnection Connection => _database.GetDbConnection();

    /// <summary>Whether the connection works; false even if the driver has not noticed a failure yet.</summary>
    public bool IsOpen => !IsBroken && Connection.State == ConnectionState.Open;

    /// <summary>Whether the connection broke, or was abandoned.</summary>
    public bool IsBroken => _watchOfAll.IsBroken || (_hasOpened && Connection.State != ConnectionState.Open);

    /// <inheritdoc />
    public DbCommand CreateCommand(string text)
    {
        DbCommand command = _database.GetDbConnection().CreateCommand();
        command.CommandText = text;
        Enlist(command);
        if (_timeoutSeconds is { } seconds)
            command.CommandTimeout = seconds;
        return command;
    }

    /// <inheritdoc />
    public void Enlist(DbCommand command) => command.Transaction = _database.CurrentTransaction?.GetDbTransaction();

    /// <inheritdoc />
    public ValueTask<int> ExecuteAsync(
        DbCommand command, Func<DbCommand, IOBehavior, CancellationToken, ValueTask<int>> execute, IOBehavior io, CancellationToken token, bool isSeveral = false)
        => _watch is null ? execute(command, io, token) : _watch.RunAsync(() => execute(command, io, CancellationToken.None), () => Commands.TakeBackAsync("DO 0", io), isSeveral, token);

    /// <inheritdoc cref="IQueryConnection.QueryAsync{T}(string, Func{DbDataReader, T}, IOBehavior, CancellationToken)" />
    public async ValueTask<List<T>> QueryAsync<T>(DbCommand command, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token)
    {
        List<T> rows = [];
        await ExecuteAsync(command, (one, mode, cancel) => ResultReader.RowsAsync(one, rows, read, mode, cancel), io, token).ConfigureAwait(false);
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

    /// <inheritdoc />
    public void Executed(StatementLabel label, TimeSpan time)
        => Log.StatementExecuted(Logger, label.Name, label.RowCount, label.Statements, label.Parameters, label.Bytes, time.TotalMilliseconds);

    /// <summary>Warns in the log and in the operation's result.</summary>
    /// <param name="warning">A whole sentence, without row values.</param>
    public void Warn(string warning)
    {
        _warnings.Add(warning);
        Log.Warned(Logger, warning);
    }

    /// <summary>Logs that a session of the operation could not be ended on the server.</summary>
    public void CouldNotEnd(string problem) => Log.KillFailed(Logger, problem);

    /// <summary>Identifies the session, so that only its own statements can be ended.</summary>
    public void Identify(Facts facts)
    {
        SettingsRead = facts.Settings;
        if (DriverConnection.Find(Connection, DriverConnection.TellsNumber) is not { } driver || ServerThread.Of(driver) is not { } id)
            return;
        Second = new(driver, _database.GetConnectionString() ?? driver.ConnectionString, Settings, facts);
        Killer = new(Second, id);
        Lost = new(Second, id, Grace);
        if (_watched is not null)
            _watch = new(Killer, StatementTimeout, _watchOfAll, Logger);
    }

    /// <summary>Opens the connection as EF Core does.</summary>
    /// <exception cref="BulkOperationException">The connection of the caller's transaction broke earlier: EF Core would open another, without the
    /// transaction. Or the connection cannot be opened.</exception>
    public async ValueTask OpenAsync(CancellationToken token)
    {
        if (_callers is not null && !WasOpen)
        {
            _watchOfAll.Dispose();
            throw BrokenConnection.RefuseTransaction();
        }

        try
        {
            await _database.OpenAsync(IO, token).ConfigureAwait(false);
            _hasOpened = true;
        }
        catch (Exception exception)
        {
            await AbandonAsync().ConfigureAwait(false);
            _watchOfAll.Dispose();
            if (OpeningFailure.Of(exception, _database.GetDbConnection(), token) is { } failure)
                throw failure;
            throw;
        }
    }

    /// <summary>Closes the connection as EF Core does. If it broke, the server's session is ended, and EF Core has to open another connection.</summary>
    public async ValueTask CloseAsync()
    {
        try
        {
            if (IsBroken || _isDiscarded)
                await AbandonAsync().ConfigureAwait(false);
            else
                await _database.CloseAsync(IO).ConfigureAwait(false);
        }
        finally
        {
            _watchOfAll.Dispose();
        }
    }

    /// <summary>Keeps the connection from the driver's pool once it is closed: its server takes no changes.</summary>
    public void Discard() => _isDiscarded = !WasOpen;

    /// <summary>Treats the connection as broken, whatever state its driver reports.</summary>
    public void Break() => _watchOfAll.Break();

    /// <summary>Closes the connection's socket, from any thread, which ends every wait for it.</summary>
    public void GiveUp() => _watchOfAll.GiveUp();

    /// <summary>Kills the server's session, whose connection broke. Returns whether it is known to have ended; if not, this is logged.</summary>
    public async ValueTask<bool> EndAsync()
    {
        if (Lost is null)
        {
            // Without facts, a second connection cannot be verified to reach the same server.
            if (_hasOpened && !_hasSaidSo)
                CouldNotEnd("the connection broke before its session was known");
            _hasSaidSo = true;
            return false;
        }

        if (await Lost.EndAsync(IO).ConfigureAwait(false) is { } problem)
            CouldNotEnd(problem);
        return Lost.HasEnded;
    }

    /// <summary>Connects the context again after its connection broke. Returns whether that was possible in the time that is left.</summary>
    public async ValueTask<bool> TryOpenAgainAsync()
    {
        if (Lost?.IsUnreachable == true || (_watchOfAll.HasGivenUp && !_watchOfAll.TryResume()))
            return false;
        try
        {
            // The driver may still report the connection as open.
            await _database.CloseBrokenAsync(IO).ConfigureAwait(false);
            return await IO.WithinAsync(Grace.Remaining, () => _database.OpenAgain()).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            _watchOfAll.GiveUp();
            return false;
        }
        catch (Exception)
        {
            return false;
        }
    }

    /// <summary>Closes the connection under its driver, takes it from EF Core, and ends the server's session.</summary>
    public async ValueTask AbandonAsync()
    {
        Grace.Begin();
        bool isInCallersTransaction = _callers is not null && _database.CurrentTransaction == _callers;
        BrokenConnection broken = new(_database, isInCallersTransaction);
        try
        {
            await IO.WithinAsync(Grace.ForClosing, broken.CloseAsync()).ConfigureAwait(false);
            if (!isInCallersTransaction)
                broken.Leave();
            else if (_hasOpened)
                await _database.CloseAsync(IO).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            Warn("The driver has not released a connection that broke. Dispose of the context: using it again may fail.");
        }

        // The server ends a session whose connection is closed.
        if (!_isDiscarded)
            await EndAsync().ConfigureAwait(false);
    }
}
