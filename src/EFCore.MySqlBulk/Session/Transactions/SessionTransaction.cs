using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Statements;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>The transaction that an operation runs in: its own, the caller's with a savepoint, the caller's without, or none.</summary>
internal sealed class SessionTransaction : IBulkTransaction
{
    private static int _calls;
    private readonly ContextSession _session;

    // Two calls may run in the same transaction, one of them inside the other's stream of rows: with the same name, one would replace the other's savepoint.
    private readonly string _suffix = Interlocked.Increment(ref _calls).ToString(CultureInfo.InvariantCulture);
    private readonly string _callSavepoint;
    private IDbContextTransaction? _own;
    private readonly bool _leavesJoined;
    private bool _hasSavepoint;

    private SessionTransaction(ContextSession session, TransactionKind kind, bool leavesJoined)
    {
        _leavesJoined = leavesJoined;
        _session = session;
        _callSavepoint = "mysqlbulk_" + _suffix;
        Kind = kind;
    }

    public TransactionKind Kind { get; }

    /// <summary>Whether statements can be rolled back.</summary>
    public bool CanRollBack => Kind == TransactionKind.Own || _hasSavepoint;

    /// <summary>Begins the operation's own transaction if there is none and one is needed, or else joins the current one.</summary>
    /// <param name="session">The session.</param>
    /// <param name="needed">Whether one is needed.</param>
    /// <param name="canRollBack">Whether the operation may have to be rolled back before the transaction ends.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <param name="leavesJoined">Whether a joined transaction is never ended here, not even if the server has ended it.</param>
    public static async ValueTask<SessionTransaction> BeginAsync(
        ContextSession session, bool needed, bool canRollBack, IOBehavior io, CancellationToken token, bool leavesJoined = false)
    {
        TransactionKind kind = TransactionKinds.Of(session.Database);
        if (kind == TransactionKind.Own && !needed && session.Database.AutoTransactionBehavior == AutoTransactionBehavior.WhenNeeded)
            kind = TransactionKind.None;
        SessionTransaction transaction = new(session, kind, leavesJoined);
        if (kind == TransactionKind.Own)
            transaction._own = await BeginOwnAsync(session, io, token).ConfigureAwait(false);
        if ((kind == TransactionKind.Own && canRollBack) || (kind == TransactionKind.Joined && session.Database.AutoSavepointsEnabled))
        {
            session.AttachedStatements.Add(Set(transaction._callSavepoint));
            transaction._hasSavepoint = true;
        }

        return transaction;
    }

    /// <summary>Whether the server has ended the caller's transaction after a conflict, which may have been one of the caller's own code in another session. The transaction object is then ended too: statements in it
    /// would be committed by themselves.</summary>
    /// <param name="session">The session.</param>
    /// <param name="leavesJoined">Whether the transaction object is left to its owner all the same.</param>
    /// <param name="io">The mode.</param>
    public static async ValueTask<bool> HasEndedAsync(ContextSession session, bool leavesJoined, IOBehavior io)
    {
        SessionTransaction joining = new(session, TransactionKind.Joined, leavesJoined);
        if (await joining.IsAliveAsync(io).ConfigureAwait(false))
            return false;
        if (!leavesJoined && session.Database.CurrentTransaction is { } joined)
            await joining.EndAsync(joined, TransactionEnd.ByServer, io).ConfigureAwait(false);
        return true;
    }

    /// <summary>Commits the operation's own transaction; a joined one is committed by its owner.</summary>
    public async ValueTask CommitAsync(IOBehavior io)
    {
        if (_own is not { } own)
            return;
        await own.CommitAsync(io).ConfigureAwait(false);
        _own = null;
        await _session.CleanUp.RunAsync(() => own.DisposeAsync(io)).ConfigureAwait(false);
    }

    /// <summary>Sets a savepoint, sent with the operation's next statement.</summary>
    public void Save(string name) => _session.AttachedStatements.Add(Set(NameOf(name)));

    public string StatementToSave(string name) => Set(NameOf(name));

    /// <summary>Rolls back to a savepoint of the operation.</summary>
    public async ValueTask ReturnToAsync(string name, IOBehavior io)
    {
        // If the savepoint itself is still unsent, nothing was sent after it.
        if (!_session.AttachedStatements.Remove(Set(NameOf(name))))
            await ReturnToSavepointAsync(NameOf(name), io).ConfigureAwait(false);
    }

    /// <summary>Rolls back the operation's statements and stays in the transaction, so that rows can be read as they were, under the locks already
    /// held. Returns whether that was possible.</summary>
    public async ValueTask<bool> TryReturnToStartAsync(IOBehavior io)
    {
        if (!_hasSavepoint)
            return false;
        if (!_session.AttachedStatements.IsWaiting(Set(_callSavepoint)))
            await ReturnToSavepointAsync(_callSavepoint, io).ConfigureAwait(false);
        return true;
    }

    public async ValueTask<RollbackResult> RollBackAsync(TransactionEnd end, IOBehavior io)
    {
        switch (Kind)
        {
            case TransactionKind.None:
                return RollbackResult.Stored;
            case TransactionKind.Own:
                return _own is { } own ? await EndAsync(own, end, io).ConfigureAwait(false) : RollbackResult.RolledBack;
            case TransactionKind.Ambient:
                return end switch
                {
                    TransactionEnd.None => _session.StatementProgress.HasSent ? RollbackResult.Pending : RollbackResult.RolledBack,
                    TransactionEnd.ByServer => RollbackResult.Ended,
                    _ => RollbackResult.Lost,
                };
            case TransactionKind.Joined:
                return await LeaveAsync(end, io).ConfigureAwait(false);
            default:
                throw new System.Diagnostics.UnreachableException($"No rule for {Kind}.");
        }
    }

    // EF Core counts another use of the connection, and keeps it if the transaction does not begin: the connection would stay open after the operation.
    private static async ValueTask<IDbContextTransaction> BeginOwnAsync(ContextSession session, IOBehavior io, CancellationToken token)
    {
        try
        {
            return await session.Database.BeginAsync(io, token).ConfigureAwait(false);
        }
        catch
        {
            await session.CleanUp.RunAsync(() => session.Database.CloseAsync(io)).ConfigureAwait(false);
            throw;
        }
    }

    private static string Set(string savepoint) => "SAVEPOINT " + savepoint;

    private string NameOf(string name) => $"{name}_{_suffix}";

    private async ValueTask ReturnToSavepointAsync(string savepoint, IOBehavior io)
    {
        try
        {
            await _session.Commands.TakeBackAsync("ROLLBACK TO SAVEPOINT " + savepoint, io).ConfigureAwait(false);
        }
        catch (DbException exception) when (Kind == TransactionKind.Own && ServerError.Number(exception) == ServerError.NoSuchSavepoint)
        {
            // Galera has rolled the transaction back for another member's change, and told nobody.
            throw new TransactionGoneException();
        }
    }

    // The caller's transaction continues if that is possible.
    private async ValueTask<RollbackResult> LeaveAsync(TransactionEnd end, IOBehavior io)
    {
        // If an open reader prevented the statement, it prevents the rollback too. After any other failure the driver's connection is not usable.
        bool isBusy = _session.StatementProgress.State == StatementState.NotSent;
        // If the savepoint itself is still unsent, nothing was sent after it.
        bool isSet = _hasSavepoint && !_session.AttachedStatements.Remove(Set(_callSavepoint));
        if (!isSet && await LivesAsync(end).ConfigureAwait(false))
            return _hasSavepoint || !_session.StatementProgress.HasSent ? RollbackResult.RolledBack : RollbackResult.Pending;
        // A deadlock or a lost connection of an interceptor's own session does not end this one's transaction.
        if (isSet && _session.IsOpen)
        {
            try
            {
                await ReturnToSavepointAsync(_callSavepoint, io).ConfigureAwait(false);
                return await SaysAllAsync(io).ConfigureAwait(false) ? RollbackResult.RolledBack : RollbackResult.RolledBackInPart;
            }
            catch (Exception exception) when (isBusy && ServerError.IsOfAnOpenReader(exception))
            {
                // The transaction is still open, but nothing can be sent before the reader is closed.
                return _session.StatementProgress.HasSent ? RollbackResult.Pending : RollbackResult.RolledBack;
            }
            catch (Exception exception)
            {
                // The savepoint is the first statement, so if it was never set, nothing was sent.
                if (end == TransactionEnd.None && ServerError.Number(exception) == ServerError.NoSuchSavepoint && await IsAliveAsync(io).ConfigureAwait(false))
                    return RollbackResult.RolledBack;
            }
        }

        // If the connection answers, other code has ended the transaction. If it does not, the transaction stays current until the caller ends it, as
        // after SaveChanges, and later statements in it are refused.
        bool isHeard = await ConnectionProbe.AnswersAsync(_session).ConfigureAwait(false);
        if (isHeard && !_leavesJoined && _session.Database.CurrentTransaction is { } joined)
            await EndAsync(joined, end, io).ConfigureAwait(false);
        return end == TransactionEnd.ByServer ? RollbackResult.Ended : isHeard ? RollbackResult.Stored : RollbackResult.Lost;
    }

    // Whether the caller's transaction, without a savepoint, is still open.
    private async ValueTask<bool> LivesAsync(TransactionEnd end)
        => end == TransactionEnd.None || (end == TransactionEnd.ByServer ? _hasSavepoint : await ConnectionProbe.AnswersAsync(_session).ConfigureAwait(false));

    // Outside a transaction the server discards a savepoint at once.
    private async ValueTask<bool> IsAliveAsync(IOBehavior io)
    {
        try
        {
            await _session.Commands.TakeBackAsync(Set(_callSavepoint), io).ConfigureAwait(false);
            await ReturnToSavepointAsync(_callSavepoint, io).ConfigureAwait(false);
            return true;
        }
        catch (Exception)
        {
            return false;
        }
    }

    private async ValueTask<RollbackResult> EndAsync(IDbContextTransaction transaction, TransactionEnd end, IOBehavior io)
    {
        bool isOwn = transaction == _own;
        if (isOwn)
            _own = null;
        bool mayBeCommitted = false;
        RollbackResult rollback;
        try
        {
            await transaction.RollbackAsync(io).ConfigureAwait(false);
            rollback = end == TransactionEnd.ByServer ? RollbackResult.Ended
                : end == TransactionEnd.WithConnection ? RollbackResult.Lost
                : await SaysAllAsync(io).ConfigureAwait(false) ? RollbackResult.RolledBack : RollbackResult.RolledBackInPart;
        }
        catch (Exception exception)
        {
            // Either the transaction was committed already, or the driver's connection is not usable, which the probe shows: MySqlConnector hangs if a late KILL hits its own statement.
            mayBeCommitted = exception is InvalidOperationException && end != TransactionEnd.ByServer && _session.IsOpen;
            // Otherwise the connection broke, and the server rolls back by itself; the first error is reported.
            rollback = end == TransactionEnd.ByServer ? RollbackResult.Ended : RollbackResult.Lost;
        }

        await _session.CleanUp.RunAsync(() => transaction.DisposeAsync(io)).ConfigureAwait(false);
        // A Galera member that is cut off refuses ROLLBACK too, and then neither the driver nor EF Core lets go of the transaction. It ends with its connection.
        if (isOwn && _session.Database.CurrentTransaction == transaction)
            await _session.CleanUp.RunAsync(_session.AbandonAsync).ConfigureAwait(false);
        return mayBeCommitted && await ConnectionProbe.AnswersAsync(_session).ConfigureAwait(false) ? RollbackResult.Stored : rollback;
    }

    private async ValueTask<bool> SaysAllAsync(IOBehavior io)
        => !_session.StatementProgress.HasSent || !await RollbackWarning.IsThereAsync(_session, io).ConfigureAwait(false);
}
