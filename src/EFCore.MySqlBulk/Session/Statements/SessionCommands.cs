using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>Runs statements on the context's connection, with or without rows.</summary>
internal sealed class SessionCommands(ICommandChannel channel, InterceptedCommands commands)
{
    private bool _isFollowed;

    /// <summary>The number of statements so far that carried rows.</summary>
    public int Count { get; private set; }

    /// <summary>Counts statements with rows that were not commands of the driver.</summary>
    public void Add(int statements) => Count += statements;

    /// <summary>Runs a statement that carries rows.</summary>
    /// <param name="command">The command.</param>
    /// <param name="label">Its label in log and trace.</param>
    /// <param name="wantsKey">Whether to read the first generated key.</param>
    /// <param name="canAttach">Whether statements can be attached: it is sent as text, not prepared, and the driver still returns its key.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public async ValueTask<StatementOutcome> ExecuteAsync(
        DbCommand command, StatementLabel label, bool wantsKey, bool canAttach, IOBehavior io, CancellationToken token)
    {
        if (wantsKey && !GeneratedKeyReader.CanRead(command))
        {
            throw new InvalidOperationException(
                $"The commands of the context's connection are of the type {command.GetType().Name}, which hides LastInsertedId, so generated keys are not known. Assign the keys yourself, or set BulkInsertOptions.ReturnKeys = false.");
        }

        string? behind = null;
        _isFollowed = false;
        if (canAttach && channel.Settings.AllowsBatch)
        {
            behind = channel.AttachedStatements.Attach(command);
            _isFollowed = behind is not null;
        }
        else
        {
            await SendRidersAsync(io, token).ConfigureAwait(false);
        }

        channel.Enlist(command);
        long started = Stopwatch.GetTimestamp();
        int affected = await GuardedAsync(command, label, ExecuteWatchedAsync, io, token).ConfigureAwait(false);
        channel.AttachedStatements.Ran(behind);
        Count++;
        channel.Executed(label, Stopwatch.GetElapsedTime(started));
        // A statement that returns a result set affects no rows; drivers report -1.
        return new(Math.Max(0, affected), wantsKey ? GeneratedKeyReader.Read(command) : 0);
    }

    /// <summary>Runs several statements in one command, with queries behind them that return one number each.</summary>
    /// <param name="command">The command.</param>
    /// <param name="label">Its label in log and trace.</param>
    /// <param name="answers">Receives the numbers; after a failure, those of the statements before it.</param>
    /// <param name="isOneInsert">Whether only one of the statements carries rows, all of them: it was run if any query was answered.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public async ValueTask<StatementOutcome> ExecuteSeveralAsync(
        DbCommand command, StatementLabel label, List<long> answers, bool isOneInsert, IOBehavior io, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        string? behind = channel.AttachedStatements.Attach(command);
        _isFollowed = true;
        channel.Enlist(command);
        long started = Stopwatch.GetTimestamp();
        int affected = await GuardedAsync(command, label, ReadWatchedAsync, io, token).ConfigureAwait(false);
        channel.AttachedStatements.Ran(behind);
        Count++;
        channel.Executed(label, Stopwatch.GetElapsedTime(started));
        return new(Math.Max(0, affected), 0);

        ValueTask<int> ReadWatchedAsync(DbCommand watched, IOBehavior mode, CancellationToken cancel)
        {
            channel.AttachedStatements.Sent();
            return channel.StatementProgress.OfAsync(
                _isFollowed, channel.ExecuteAsync(watched, (one, by, until) => ResultReader.AnswersAsync(one, answers, by, until), mode, cancel, isSeveral: true),
                isOneInsert ? () => answers.Count > 0 ? label.RowCount : 0 : null);
        }
    }

    /// <summary>Runs a statement that carries no rows, such as <c>SAVEPOINT</c>.</summary>
    public ValueTask ControlAsync(string text, IOBehavior io, CancellationToken token) => ControlAsync(text, DbIO.ExecuteNonQueryAsync, io, token);

    /// <summary>Runs a statement that rolls back. Interceptors cannot suppress it.</summary>
    public async ValueTask TakeBackAsync(string text, IOBehavior io)
    {
        DbCommand command = channel.CreateCommand(text);
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
        channel.AttachedStatements.Sent();
        return channel.StatementProgress.OfAsync(_isFollowed, channel.ExecuteAsync(command, DbIO.ExecuteNonQueryAsync, io, token));
    }

    private async ValueTask<int> GuardedAsync(
        DbCommand command, StatementLabel label, Func<DbCommand, IOBehavior, CancellationToken, ValueTask<int>> execute, IOBehavior io, CancellationToken token)
    {
        try
        {
            return await commands.ExecuteAsync(command, label, execute, io, token).ConfigureAwait(false);
        }
        catch (DbException exception) when (SessionPrecondition.HasFired(exception))
        {
            throw channel.AttachedStatements.Refused(exception);
        }
    }

    private async ValueTask ControlAsync(
        string text, Func<DbCommand, IOBehavior, CancellationToken, ValueTask<int>> execute, IOBehavior io, CancellationToken token)
    {
        DbCommand command = channel.CreateCommand(text);
        try
        {
            await GuardedAsync(command, new(text, 0, 0, text.Length), execute, io, token).ConfigureAwait(false);
        }
        finally
        {
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    /// <summary>Sends the attached statements, in one command if the connection accepts that.</summary>
    public async ValueTask SendRidersAsync(IOBehavior io, CancellationToken token)
    {
        while (channel.AttachedStatements.PeekNext(channel.Settings.AllowsBatch) is [_, ..] statements)
        {
            await ControlAsync(
                string.Join(';', statements),
                (command, mode, cancel) =>
                {
                    foreach (string statement in statements)
                        channel.AttachedStatements.Remove(statement);
                    return command.ExecuteNonQueryAsync(mode, cancel);
                },
                io, token).ConfigureAwait(false);
        }
    }
}
