using System.Data.Common;
using System.Diagnostics;

namespace EFCore.MySqlBulk.Session;

/// <summary>Runs statements on the context's connection: those that carry rows, and those around them.</summary>
internal sealed class SessionCommands(ContextSession session, InterceptedCommands commands)
{
    private bool _isFollowed;

    /// <summary>The number of statements so far that carried rows.</summary>
    public int Count { get; private set; }

    /// <summary>Runs a statement that carries rows.</summary>
    /// <param name="command">The command.</param>
    /// <param name="label">What log and trace contain about it.</param>
    /// <param name="wantsKey">Reads the first generated key.</param>
    /// <param name="isText">It is sent as text, not prepared, so that riders can go with it.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public async ValueTask<StatementOutcome> ExecuteAsync(
        DbCommand command, StatementLabel label, bool wantsKey, bool isText, IOBehavior io, CancellationToken token)
    {
        string? behind = null;
        _isFollowed = false;
        if (isText && session.TakesSeveralStatements)
        {
            behind = session.Riders.Board(command);
            _isFollowed = behind is not null;
        }
        else
        {
            await SendRidersAsync(io, token).ConfigureAwait(false);
        }

        session.Enlist(command);
        long started = Stopwatch.GetTimestamp();
        int affected = await GuardedAsync(command, label, ExecuteWatchedAsync, io, token).ConfigureAwait(false);
        session.Riders.Arrive(behind);
        Count++;
        session.Executed(label, Stopwatch.GetElapsedTime(started));
        // A statement that returns a result set affects no rows; drivers report -1.
        return new(Math.Max(0, affected), wantsKey ? await FirstKeyAsync(command, io, token).ConfigureAwait(false) : 0);
    }

    /// <summary>Runs several statements in one command, with queries behind them that return one number each.</summary>
    /// <param name="command">The command.</param>
    /// <param name="label">What log and trace contain about it.</param>
    /// <param name="answers">Takes the numbers; after a failure it has those of the statements before it.</param>
    /// <param name="isOneInsert">One of the statements carries rows, and inserts all of them: it was run if any query was answered.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public async ValueTask<StatementOutcome> ExecuteSeveralAsync(
        DbCommand command, StatementLabel label, List<long> answers, bool isOneInsert, IOBehavior io, CancellationToken token)
    {
        string? behind = session.Riders.Board(command);
        _isFollowed = true;
        session.Enlist(command);
        long started = Stopwatch.GetTimestamp();
        int affected = await GuardedAsync(command, label, ReadWatchedAsync, io, token).ConfigureAwait(false);
        session.Riders.Arrive(behind);
        Count++;
        session.Executed(label, Stopwatch.GetElapsedTime(started));
        return new(affected, 0);

        ValueTask<int> ReadWatchedAsync(DbCommand watched, IOBehavior mode, CancellationToken cancel)
        {
            session.Riders.Sent();
            return session.Delivery.OfAsync(
                _isFollowed, session.ExecuteAsync(watched, (one, by, until) => ResultReader.AnswersAsync(one, answers, by, until), mode, cancel),
                isOneInsert ? () => answers.Count > 0 ? label.RowCount : 0 : null);
        }
    }

    /// <summary>Runs a statement that carries no rows, such as <c>SAVEPOINT</c>.</summary>
    public ValueTask ControlAsync(string text, IOBehavior io, CancellationToken token) => ControlAsync(text, DbIO.ExecuteNonQueryAsync, io, token);

    /// <summary>Undoes something. No interceptor may keep that from the server.</summary>
    public async ValueTask TakeBackAsync(string text, IOBehavior io)
    {
        DbCommand command = session.CreateCommand(text);
        try
        {
            await command.ExecuteNonQueryAsync(io, CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    private ValueTask<int> ExecuteWatchedAsync(DbCommand command, IOBehavior io, CancellationToken token)
    {
        session.Riders.Sent();
        return session.Delivery.OfAsync(_isFollowed, session.ExecuteAsync(command, DbIO.ExecuteNonQueryAsync, io, token));
    }

    private async ValueTask<int> GuardedAsync(
        DbCommand command, StatementLabel label, Func<DbCommand, IOBehavior, CancellationToken, ValueTask<int>> execute, IOBehavior io, CancellationToken token)
    {
        try
        {
            return await commands.ExecuteAsync(command, label, execute, io, token).ConfigureAwait(false);
        }
        catch (DbException exception) when (FactsGuard.HasFired(exception))
        {
            throw new FactsChangedException();
        }
    }

    // Behind a proxy another session may answer, so the key is queried only if a wrapped command hides its own, or if a driver has
    // dropped a key above the range of a signed integer.
    private async ValueTask<long> FirstKeyAsync(DbCommand command, IOBehavior io, CancellationToken token)
    {
        long? told = GeneratedKeyReader.Read(command);
        if (told is { } key && key != 0)
            return key;
        long asked = (await session.QueryAsync("SELECT LAST_INSERT_ID()", ResultReader.Integer, io, token).ConfigureAwait(false))[0];
        return told is null || asked < 0 ? asked : 0;
    }

    private async ValueTask ControlAsync(
        string text, Func<DbCommand, IOBehavior, CancellationToken, ValueTask<int>> execute, IOBehavior io, CancellationToken token)
    {
        DbCommand command = session.CreateCommand(text);
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
        while (session.Riders.PeekNext() is { } statement)
        {
            await ControlAsync(
                statement,
                (command, mode, cancel) =>
                {
                    session.Riders.Remove(statement);
                    return command.ExecuteNonQueryAsync(mode, cancel);
                },
                io, token).ConfigureAwait(false);
        }
    }
}
