using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Transactions;

namespace EFCore.MySqlBulk.TwoPhase;

/// <summary>A call's own transaction on the context's connection, as a branch of a call on several contexts. Its statements are not commands of the context, so that no interceptor can suppress one.</summary>
internal sealed class SessionBranch : IBulkTransaction, IBranch
{
    private const string CallSavepoint = "mysqlbulk_branch";

    private readonly ContextSession _session;
    private readonly IOBehavior _io;
    private readonly Func<SessionBranch, ValueTask> _commit;
    private bool _isPrepared;
    private bool _isOver;

    private SessionBranch(ContextSession session, Xid xid, Func<SessionBranch, ValueTask> commit)
    {
        (_session, _io, _commit, Xid) = (session, session.IO, commit, xid);
    }

    public Xid Xid { get; }

    public TransactionKind Kind => TransactionKind.Own;

    public bool CanRollBack => true;

    public bool HasBegun => true;

    public bool HasEnded => _session.Lost?.HasEnded == true;

    /// <summary>Begins the branch.</summary>
    /// <param name="session">The context's session.</param>
    /// <param name="xid">The name of the branch.</param>
    /// <param name="commit">Commits all branches of the call, once all of them are there.</param>
    /// <param name="token">Cancels.</param>
    public static async ValueTask<SessionBranch> BeginAsync(ContextSession session, Xid xid, Func<SessionBranch, ValueTask> commit, CancellationToken token)
    {
        SessionBranch branch = new(session, xid, commit);
        await session.QueryAsync($"XA START {xid.Sql}", static _ => 0, branch._io, token).ConfigureAwait(false);
        session.AttachedStatements.Add(Set(CallSavepoint));
        return branch;
    }

    ValueTask IBulkTransaction.CommitAsync(IOBehavior io) => _commit(this);

    public async ValueTask PrepareAsync(IOBehavior io)
    {
        await RunAsync($"XA END {Xid.Sql}").ConfigureAwait(false);
        await RunAsync($"XA PREPARE {Xid.Sql}").ConfigureAwait(false);
        _isPrepared = true;
    }

    async ValueTask IBranch.CommitAsync(IOBehavior io)
    {
        await RunAsync($"XA COMMIT {Xid.Sql}").ConfigureAwait(false);
        _isOver = true;
    }

    public void Save(string name) => _session.AttachedStatements.Add(Set(name));

    public string StatementToSave(string name) => Set(name);

    public async ValueTask ReturnToAsync(string name, IOBehavior io)
    {
        // If the savepoint itself is still unsent, nothing was sent after it.
        if (!_session.AttachedStatements.Remove(Set(name)))
            await _session.Commands.TakeBackAsync($"ROLLBACK TO SAVEPOINT {name}", _io).ConfigureAwait(false);
    }

    public async ValueTask<bool> TryReturnToStartAsync(IOBehavior io)
    {
        if (!_session.AttachedStatements.IsWaiting(Set(CallSavepoint)))
            await _session.Commands.TakeBackAsync($"ROLLBACK TO SAVEPOINT {CallSavepoint}", _io).ConfigureAwait(false);
        return true;
    }

    public async ValueTask<RollbackResult> RollBackAsync(TransactionEnd end, IOBehavior io)
    {
        if (_isOver)
            return RollbackResult.RolledBack;
        // An answer shows that the connection is in step. MariaDB takes no query while a branch is prepared.
        bool isInStep = end == TransactionEnd.ByServer || _isPrepared;
        if (isInStep ? !_session.IsOpen : !await ConnectionProbe.AnswersAsync(_session).ConfigureAwait(false))
            return RollbackResult.Lost;
        try
        {
            await UndoAsync().ConfigureAwait(false);
            _isOver = true;
            return end == TransactionEnd.ByServer ? RollbackResult.Ended
                : _session.StatementProgress.HasSent && await RollbackWarning.IsThereAsync(_session, _io).ConfigureAwait(false) ? RollbackResult.RolledBackInPart
                : RollbackResult.RolledBack;
        }
        catch (Exception)
        {
            return RollbackResult.Lost;
        }
    }

    public async ValueTask AbandonAsync(IOBehavior io)
    {
        _session.Break();
        await _session.EndAsync().ConfigureAwait(false);
    }

    public async ValueTask<bool> EndElsewhereAsync(string how, Decision decision, IOBehavior io)
    {
        await AbandonAsync(io).ConfigureAwait(false);
        return await ReconnectAndCheck.LookAsync(_session, EndAsync, _io).ConfigureAwait(false) == true;

        async ValueTask<bool?> EndAsync(bool hasEnded)
        {
            try
            {
                await RunAsync($"{how} {Xid.Sql}").ConfigureAwait(false);
                return true;
            }
            catch (Exception exception) when (ServerError.IsOfEndedBranch(exception))
            {
                // Not prepared, or ended already; unless its session still holds it.
                return hasEnded;
            }
        }
    }

    private static string Set(string savepoint) => $"SAVEPOINT {savepoint}";

    private async ValueTask UndoAsync()
    {
        try
        {
            await RunAsync($"XA END {Xid.Sql}").ConfigureAwait(false);
        }
        catch (Exception exception) when (ServerError.IsAnswer(exception))
        {
            // It is prepared already, or the server has rolled it back.
        }

        try
        {
            await RunAsync($"XA ROLLBACK {Xid.Sql}").ConfigureAwait(false);
        }
        catch (Exception exception) when (ServerError.Number(exception) == ServerError.UnknownXid)
        {
            // Somebody else has rolled it back.
        }
    }

    private async ValueTask RunAsync(string statement) => await _session.QueryAsync(statement, static _ => 0, _io, CancellationToken.None).ConfigureAwait(false);
}
