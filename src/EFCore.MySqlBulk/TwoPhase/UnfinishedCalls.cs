using System.Data.Common;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.TwoPhase;

/// <summary>Finds and ends what calls left prepared, by their decisions.</summary>
/// <param name="session">A session on the server of the decisions.</param>
/// <param name="servers">The servers of the branches, each once; none if no call can commit in two phases there.</param>
/// <param name="table">The table of the decisions.</param>
/// <param name="io">The mode.</param>
/// <param name="token">Cancels.</param>
internal sealed class UnfinishedCalls(ContextSession session, IReadOnlyList<BranchServer> servers, DecisionTable table, IOBehavior io, CancellationToken token)
{
    public async ValueTask<IReadOnlyList<UnfinishedBulkCall>> FindAsync()
    {
        List<UnfinishedBulkCall> found = [];
        foreach (IGrouping<string, Branch> call in await ListAsync().ConfigureAwait(false))
            found.Add(new() { Id = call.Key, State = await StateAsync(call.Key).ConfigureAwait(false), Transactions = call.Count() });
        return found;
    }

    /// <summary>Ends what has been decided, or cannot be decided any more, and deletes old decisions of calls that have nothing left.</summary>
    /// <param name="keep">The age from which decisions are deleted.</param>
    public async ValueTask<IReadOnlyList<UnfinishedBulkCall>> EndAsync(TimeSpan keep)
    {
        List<UnfinishedBulkCall> ended = [];
        foreach (IGrouping<string, Branch> call in await ListAsync().ConfigureAwait(false))
        {
            UnfinishedBulkCallState state = await StateAsync(call.Key).ConfigureAwait(false);
            int count = 0;
            foreach (Branch branch in call.Where(_ => state != UnfinishedBulkCallState.InProgress))
                count += await TryEndAsync(branch, state).ConfigureAwait(false) ? 1 : 0;
            int left = (await ListAsync().ConfigureAwait(false))[call.Key].Count();
            // Otherwise the call has ended by itself in the meantime.
            if (count + left > 0)
                ended.Add(new() { Id = call.Key, State = state, Transactions = left });
        }

        await ForgetAsync(keep).ConfigureAwait(false);
        return ended;
    }

    private async ValueTask<ILookup<string, Branch>> ListAsync()
    {
        List<Branch> all = [];
        foreach (BranchServer server in servers)
            all.AddRange((await PreparedBranches.ListAsync(server, table, server.Session.IO, token).ConfigureAwait(false)).Select(xid => new Branch(server, xid)));
        return all.ToLookup(branch => branch.Xid.Call);
    }

    private async ValueTask<UnfinishedBulkCallState> StateAsync(string call)
    {
        try
        {
            List<int> rows = await session.QueryAsync(table.LookupAtOnce(call), static _ => 0, io, token).ConfigureAwait(false);
            // For a session without autocommit.
            await RunAsync("ROLLBACK").ConfigureAwait(false);
            return rows.Count > 0 ? UnfinishedBulkCallState.Committed : UnfinishedBulkCallState.RolledBack;
        }
        catch (DbException exception) when (ServerError.IsOfLockedRow(exception))
        {
            return UnfinishedBulkCallState.InProgress;
        }
    }

    private async ValueTask<bool> TryEndAsync(Branch branch, UnfinishedBulkCallState state)
    {
        ContextSession on = branch.Server.Session;
        try
        {
            await on.QueryAsync($"{(state == UnfinishedBulkCallState.Committed ? "XA COMMIT" : "XA ROLLBACK")} {branch.Xid.Sql}", static _ => 0, on.IO, token).ConfigureAwait(false);
            return true;
        }
        catch (DbException exception) when (ServerError.IsOfEndedBranch(exception))
        {
            // Somebody else has ended it, or the session that has prepared it still holds it.
            return false;
        }
    }

    // A call is decided only once all of its branches are prepared, so a decision that was there before nothing of its call is listed has been carried out.
    private async ValueTask ForgetAsync(TimeSpan keep)
    {
        List<string> old = await session.QueryAsync(table.Older(keep), ResultReader.Text, io, token).ConfigureAwait(false);
        await RunAsync("ROLLBACK").ConfigureAwait(false);
        ILookup<string, Branch> prepared = await ListAsync().ConfigureAwait(false);
        foreach (string call in old.Where(call => table.IsOf(call) && !prepared.Contains(call)))
            await RunAsync(table.Deletion(call)).ConfigureAwait(false);
        await RunAsync("COMMIT").ConfigureAwait(false);
    }

    private async ValueTask RunAsync(string statement) => await session.QueryAsync(statement, static _ => 0, io, token).ConfigureAwait(false);

    private sealed record Branch(BranchServer Server, Xid Xid);
}
