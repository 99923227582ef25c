using System.Transactions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Session;

/// <summary>The transaction that an operation runs in: its own, the caller's with a savepoint, the caller's without, or none.</summary>
internal sealed class SessionTransaction : IBulkTransaction
{
    private const string CallSavepoint = "mysqlbulk";
    private const string SetCallSavepoint = "SAVEPOINT " + CallSavepoint;
    private readonly ContextSession _session;
    private IDbContextTransaction? _own;
    private bool _hasSavepoint;

    private SessionTransaction(ContextSession session, TransactionKind kind)
    {
        _session = session;
        Kind = kind;
    }

    public TransactionKind Kind { get; }

    /// <summary>Statements can be taken back.</summary>
    public bool CanUndo => Kind == TransactionKind.Own || _hasSavepoint;

    /// <summary>Whose transaction an operation on this context would run in.</summary>
    public static TransactionKind KindOf(DatabaseFacade database)
    {
        if (database.CurrentTransaction is not null)
            return TransactionKind.Joined;
        if (database.GetEnlistedTransaction() is not null || Transaction.Current is not null)
            return TransactionKind.Ambient;
        return database.AutoTransactionBehavior == AutoTransactionBehavior.Never ? TransactionKind.None : TransactionKind.Own;
    }

    /// <summary>Begins our own transaction where there is none and it is needed, else joins the one there is.</summary>
    public static async ValueTask<SessionTransaction> BeginAsync(ContextSession session, bool needed, bool mayUndo, IOBehavior io, CancellationToken token)
    {
        TransactionKind kind = KindOf(session.Database);
        if (kind == TransactionKind.Own && !needed && session.Database.AutoTransactionBehavior == AutoTransactionBehavior.WhenNeeded)
            kind = TransactionKind.None;
        SessionTransaction transaction = new(session, kind);
        if (kind == TransactionKind.Own)
            transaction._own = await session.Database.BeginAsync(io, token).ConfigureAwait(false);
        if ((kind == TransactionKind.Own && mayUndo) || (kind == TransactionKind.Joined && session.Database.AutoSavepointsEnabled))
        {
            session.Riders.Add(SetCallSavepoint);
            transaction._hasSavepoint = true;
        }

        return transaction;
    }

    /// <summary>Commits our own transaction; a joined one is its owner's to commit.</summary>
    public async ValueTask CommitAsync(IOBehavior io)
    {
        if (_own is null)
            return;
        await _own.CommitAsync(io).ConfigureAwait(false);
        await _own.DisposeAsync(io).ConfigureAwait(false);
        _own = null;
    }

    /// <summary>Sets a savepoint inside the operation, with its next statement.</summary>
    public void Save(string name) => _session.Riders.Add($"SAVEPOINT {name}");

    /// <summary>Goes back to a savepoint inside the operation.</summary>
    public ValueTask ReturnToAsync(string name, IOBehavior io) => _session.ControlAsync($"ROLLBACK TO SAVEPOINT {name}", io, CancellationToken.None);

    /// <summary>Takes back everything that the operation did and stays in the transaction, so that rows can be read as they were, under the locks
    /// that are already held. Returns whether it could.</summary>
    public async ValueTask<bool> TryReturnToStartAsync(IOBehavior io)
    {
        if (!_hasSavepoint)
            return false;
        await ReturnToAsync(CallSavepoint, io).ConfigureAwait(false);
        return true;
    }

    /// <summary>Takes back everything that the operation did and leaves the transaction.</summary>
    /// <param name="lost">The server has ended the transaction already: nothing more may be sent, it would be committed at once.</param>
    /// <param name="io">The mode.</param>
    /// <returns>Whether the transaction is lost, also when that only shows now.</returns>
    public async ValueTask<bool> UndoAsync(bool lost, IOBehavior io)
    {
        if (_own is not null)
        {
            await EndAsync(_own, lost, io).ConfigureAwait(false);
            _own = null;
            return lost;
        }

        // A savepoint that still waits to be set was set before nothing.
        bool isSet = _hasSavepoint && !_session.Riders.Remove(SetCallSavepoint);
        if (Kind == TransactionKind.Joined && !lost && isSet)
            lost = !await TryReturnAsync(io).ConfigureAwait(false);
        if (Kind == TransactionKind.Joined && lost && _session.Database.CurrentTransaction is { } joined)
            await EndAsync(joined, true, io).ConfigureAwait(false);
        return lost;
    }

    private async ValueTask<bool> TryReturnAsync(IOBehavior io)
    {
        try
        {
            await ReturnToAsync(CallSavepoint, io).ConfigureAwait(false);
            return true;
        }
        catch (System.Data.Common.DbException)
        {
            // 1305 or a dead connection: the server's transaction is gone, and the savepoint with it.
            return false;
        }
    }

    private static async ValueTask EndAsync(IDbContextTransaction transaction, bool lost, IOBehavior io)
    {
        try
        {
            await transaction.RollbackAsync(io).ConfigureAwait(false);
        }
        catch (Exception exception) when (lost || exception is System.Data.Common.DbException or InvalidOperationException)
        {
            // The connection is gone: the server rolls back by itself, and the first error is the one to report.
        }

        await transaction.DisposeAsync(io).ConfigureAwait(false);
    }
}
