using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Transactions;

namespace EFCore.MySqlBulk.TwoPhase;

/// <summary>Commits all branches of a call or none of them: each is prepared, then the decision is recorded, then each is committed. A branch that is missing does not tell whether it was committed or never prepared; the decision
/// does. Without one, nothing is committed, whoever finds the branches.</summary>
/// <param name="session">The context's session.</param>
/// <param name="table">The table of the decisions.</param>
internal sealed class TwoPhaseCommit(ContextSession session, DecisionTable table)
{
    /// <summary>The call's name.</summary>
    public string Call { get; } = table.NewCall();

    /// <exception cref="TwoPhaseException">Not all branches are committed; it says what became of them.</exception>
    public async ValueTask CommitAsync(IEnumerable<IBranch> all, IOBehavior io)
    {
        IBranch[] branches = [.. all.Where(branch => branch.HasBegun)];
        if (branches.Length == 0)
            return;
        Decision decision = new(session, table, Call, io);
        try
        {
            await decision.BeginAsync().ConfigureAwait(false);
            await io.AllAsync(branches.Length, i => branches[i].PrepareAsync(io)).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            await decision.GiveUpAsync().ConfigureAwait(false);
            throw await RollBackAsync(branches, decision, exception, io).ConfigureAwait(false);
        }

        await DecideAsync(branches, decision, io).ConfigureAwait(false);
        await CommitPreparedAsync(branches, decision, io).ConfigureAwait(false);
        await decision.ForgetAsync().ConfigureAwait(false);
    }

    private async ValueTask DecideAsync(IBranch[] branches, Decision decision, IOBehavior io)
    {
        try
        {
            await decision.CommitAsync().ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            bool? isDecided = await decision.LookAsync().ConfigureAwait(false);
            if (isDecided is null)
            {
                // Prepared branches wait for whoever can read the decision.
                foreach (IBranch branch in branches)
                    await branch.AbandonAsync(io).ConfigureAwait(false);
                throw new TwoPhaseException(Call, TwoPhaseEnd.NotKnown, branches.Length, exception);
            }

            if (isDecided == false)
                throw await RollBackAsync(branches, decision, exception, io).ConfigureAwait(false);
        }
    }

    private async ValueTask<TwoPhaseException> RollBackAsync(IBranch[] branches, Decision decision, Exception why, IOBehavior io)
    {
        bool hasKeptRows = false;
        int left = 0;
        foreach (IBranch branch in branches)
        {
            RollbackResult rollback = await branch.RollBackAsync(TransactionEnd.None, io).ConfigureAwait(false);
            hasKeptRows |= rollback == RollbackResult.RolledBackInPart;
            if (rollback == RollbackResult.Lost && !await branch.EndElsewhereAsync("XA ROLLBACK", decision, io).ConfigureAwait(false))
                left++;
        }

        return new(Call, hasKeptRows ? TwoPhaseEnd.RolledBackInPart : TwoPhaseEnd.RolledBack, left, why);
    }

    private async ValueTask CommitPreparedAsync(IBranch[] branches, Decision decision, IOBehavior io)
    {
        Exception?[] failures = new Exception?[branches.Length];
        await io.AllAsync(branches.Length, async i => failures[i] = await TryCommitAsync(branches[i], io).ConfigureAwait(false)).ConfigureAwait(false);
        int left = 0;
        for (int i = 0; i < branches.Length; i++)
        {
            if (failures[i] is not null && !await branches[i].EndElsewhereAsync("XA COMMIT", decision, io).ConfigureAwait(false))
                left++;
        }

        if (left > 0)
            throw new TwoPhaseException(Call, TwoPhaseEnd.Committed, left, failures.First(failure => failure is not null)!);
    }

    private static async ValueTask<Exception?> TryCommitAsync(IBranch branch, IOBehavior io)
    {
        try
        {
            await branch.CommitAsync(io).ConfigureAwait(false);
            return null;
        }
        catch (Exception exception)
        {
            // Somebody who has read the decision was faster.
            return ServerError.Number(exception) == ServerError.UnknownXid ? null : exception;
        }
    }
}
