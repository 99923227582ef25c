using System.Data.Common;
using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution.Sending;

/// <summary>Sends the waiting rows of several groups in one flight over the context's connection, so that a graph's tables do not wait for each other's answers.</summary>
/// <param name="sender">Takes the outcomes.</param>
/// <param name="session">The context's session.</param>
/// <param name="groups">The groups.</param>
/// <param name="io">The mode.</param>
/// <param name="token">Cancels.</param>
internal sealed class SharedRowGroups(StatementSender sender, ContextSession session, RowGroups groups, IOBehavior io, CancellationToken token)
{
    private const string Savepoint = "mysqlbulk_lanes";

    /// <summary>Whether a group's rows can share a flight: they fit into it, and their keys need no verification first.</summary>
    public bool Take(RowGroup group)
        => groups.Connections.Flights is not null && sender.Rejections is null && sender.Transaction.CanRollBack && group.Strategy is IFlightStrategy && !sender.MustProve(group.Plan) && group.Strategy.Fill(group.Rows) == group.Count;

    /// <summary>Sends all waiting rows of some groups, in their order. If the server refuses any, they are sent group by group, which finds the row at fault.</summary>
    public async ValueTask SendAsync(IReadOnlyList<RowGroup> together)
    {
        token.ThrowIfCancellationRequested();
        sender.Begin(together[^1], together[^1].Rows);
        StatementOutcome[] outcomes;
        try
        {
            IFlightStrategy[] strategies = [.. together.Select(group => (IFlightStrategy)group.Strategy)];
            outcomes = await SharedFlight.SendAsync(groups.Connections.Flights!, strategies, sender.Transaction.StatementToSave(Savepoint), null, io, token).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is FailedBatchException or FailedRowException)
        {
            if (exception.InnerException is not DbException error || !ServerError.IsOfTheData(error) || !await AreTakenBackAsync(together).ConfigureAwait(false))
                throw exception is FailedBatchException batch ? batch.Error : exception;
            await sender.Transaction.ReturnToAsync(Savepoint, io).ConfigureAwait(false);
            foreach (RowGroup group in together)
                await sender.SendAsync(group).ConfigureAwait(false);
            return;
        }

        for (int i = 0; i < together.Count; i++)
        {
            sender.Begin(together[i], together[i].Rows);
            await sender.TakeAsync(together[i], together[i].Rows, outcomes[i]).ConfigureAwait(false);
            session.StatementProgress.Begin();
            sender.Tally.Add(together[i], together[i].Count);
        }
    }

    // Storage engines without transactions keep rows after a rollback.
    private async ValueTask<bool> AreTakenBackAsync(IReadOnlyList<RowGroup> together)
    {
        foreach (RowGroup group in together)
        {
            if (await TableEngine.KeepsRowsAsync(group.Plan, session, io).ConfigureAwait(false) != false)
                return false;
        }

        return true;
    }
}
