using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Preparation;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.TwoPhase;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Decides once, by the first row, whether a call's statements are pipelined, and prepares the connection before anything is planned.</summary>
internal sealed class CallPipelining(BulkRequest request, ContextSession session, QuotedNames names, IOBehavior io, CancellationToken token)
{
    /// <summary>Decides, prepares the connection, and passes it to the groups.</summary>
    /// <param name="groups">The groups.</param>
    /// <param name="first">The first row; <see langword="null" /> if there is none.</param>
    public async ValueTask PrepareAsync(RowGroups groups, BulkRow? first)
    {
        SelectionFacts? facts = first is { } row ? groups.FactsOf(row) : null;
        PipeliningChoice choice = facts is { } known ? PipeliningSelector.Select(known) : new(false, "there are no rows");
        Connections connections = new(session);
        if (choice.IsPipelined && !groups.FillsOnly)
        {
            try
            {
                connections = await OpenAsync(groups.Call).ConfigureAwait(false);
            }
            catch (ConnectionUnavailableException exception) when (request.Options.AsksForPipelining && exception.Broken is { } broken)
            {
                // Pipelining is possible in principle, and may work at the next call.
                throw DriverFailure.Report($"Statements could not be pipelined: {exception.Message}. Nothing was sent.", broken);
            }
            catch (ConnectionUnavailableException exception)
            {
                choice = PipeliningSelector.Refused(facts!.Value, exception.Message);
                if (!request.Options.AsksForPipelining)
                    session.Warn($"The statements were not pipelined: {choice.Reason}.");
            }
        }

        groups.Use(choice, connections);
        if (choice.IsPipelined)
            await CheckLoadDataAsync(groups, facts!.Value with { Chosen = choice }).ConfigureAwait(false);
    }

    private async ValueTask CheckLoadDataAsync(RowGroups groups, SelectionFacts facts)
    {
        if (StrategySelector.Select(facts).Strategy == BulkStrategy.LoadData && await LoadableTables.RefusalAsync(request, groups.Call.Server.Flavor, names, session, io, token).ConfigureAwait(false) is { } reason)
            groups.RefuseLoadData(reason);
        if (facts is { GainsByLoadData: true, Forced: null } && groups.Call.Pipelining.LoadRefusal is { } refusal)
            session.Warn($"UseMySqlBulk(o => o.AllowLoadData()) has no effect on this call: {refusal}.");
    }

    private async ValueTask<Connections> OpenAsync(CallFacts call)
    {
        ServerFacts server = call.Server;
        if (request.Options.ArrayBatchDriver is IArrayBatchDriver other)
            return new(session, await other.OpenAsync(session, server, io, token).ConfigureAwait(false));
        await PipeliningCheck.CheckAsync(session, request.Options.AsksForPipelining, io, token).ConfigureAwait(false);
        if (request.Options.Connections > 1)
            return new(session, await ConnectionOpener.OpenAsync(session, server, request.Options.Connections, await TogetherAsync(call).ConfigureAwait(false), io, token).ConfigureAwait(false));
        bool switchesAutocommit = TransactionKinds.CanSwitchAutocommitIn(request.Context.Database);
        if (!switchesAutocommit && await TemporaryTables.FindAsync(request, session, io, token).ConfigureAwait(false) is { } table)
            throw new ConnectionUnavailableException($"'{table}' is a temporary table, which a statement behind a rollback could still write to");
        return new(session, Flights: new(session, server, switchesAutocommit));
    }

    private async ValueTask<TwoPhaseCommit?> TogetherAsync(CallFacts call)
        => request.Options.AtomicBy is { } table
            ? new(session, await DecisionTableCheck.FindWithXaAsync(session, call.Server, call.Session.Database, table, io, token).ConfigureAwait(false))
            : null;
}
