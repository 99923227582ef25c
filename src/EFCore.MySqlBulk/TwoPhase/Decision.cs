using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Transactions;

namespace EFCore.MySqlBulk.TwoPhase;

/// <summary>The decision to commit one call: a row that is inserted, over the context's connection, before any branch is prepared, and committed once all of them are. As long as the call can still decide, its transaction locks the
/// row; when the row is neither there nor locked, nobody can decide to commit any more. The statements are not commands of the context, so that no interceptor can suppress one.</summary>
/// <param name="session">The context's session.</param>
/// <param name="table">The table.</param>
/// <param name="call">The call's name.</param>
/// <param name="io">The mode.</param>
internal sealed class Decision(ContextSession session, DecisionTable table, string call, IOBehavior io)
{
    /// <summary>Inserts the row, without committing it.</summary>
    public async ValueTask BeginAsync()
    {
        await RunAsync("START TRANSACTION").ConfigureAwait(false);
        await RunAsync(table.Insertion(call)).ConfigureAwait(false);
    }

    /// <summary>Commits the row: from then on the call is committed.</summary>
    public ValueTask CommitAsync() => RunAsync("COMMIT");

    /// <summary>Gives the decision up.</summary>
    public ValueTask GiveUpAsync() => session.CleanUp.RunAsync(() => session.IsOpen ? RunAsync("ROLLBACK") : default);

    /// <summary>Whether the row is committed, after its <c>COMMIT</c> failed. The look waits until the transaction that inserts the row has ended.</summary>
    /// <returns>The answer; <see langword="null" /> if the server cannot be asked at the moment.</returns>
    public ValueTask<bool?> LookAsync() => WithSessionAsync(async () =>
    {
        // The session's own transaction would see a row that is not committed.
        await RunAsync("ROLLBACK").ConfigureAwait(false);
        List<int> rows = await session.QueryAsync(table.Lookup(call), static _ => 0, io, CancellationToken.None).ConfigureAwait(false);
        await RunAsync("ROLLBACK").ConfigureAwait(false);
        return rows.Count > 0;
    });

    /// <summary>Deletes the row of a call all of whose branches are committed. If that fails, the row stays: it does no harm.</summary>
    public ValueTask ForgetAsync() => session.CleanUp.RunAsync(async () =>
    {
        if (!session.IsOpen)
            return;
        await RunAsync(table.Deletion(call)).ConfigureAwait(false);
        // For a session without autocommit.
        await RunAsync("COMMIT").ConfigureAwait(false);
    });

    /// <summary>Runs work over the context's session, which is connected again if it broke.</summary>
    /// <returns>The result of the work; <see langword="null" /> if the server cannot be reached, or the work failed.</returns>
    public async ValueTask<bool?> WithSessionAsync(Func<ValueTask<bool>> work)
    {
        bool? result = null;
        if (await ConnectionProbe.AnswersAsync(session).ConfigureAwait(false))
            await session.CleanUp.RunAsync(async () => result = await work().ConfigureAwait(false)).ConfigureAwait(false);
        return result ?? (session.IsOpen ? null : await ReconnectAndCheck.LookAsync(session, async _ => await work().ConfigureAwait(false), io).ConfigureAwait(false));
    }

    /// <summary>Runs a statement of the library's own.</summary>
    public async ValueTask RunAsync(string statement) => await session.QueryAsync(statement, static _ => 0, io, CancellationToken.None).ConfigureAwait(false);
}
