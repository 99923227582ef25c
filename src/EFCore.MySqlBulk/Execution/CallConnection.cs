using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The connection that a call's rows go over: chosen once, by the first row, and opened before anything is planned.</summary>
internal sealed class CallConnection(BulkRequest request, ContextSession session, IOBehavior io, CancellationToken token)
{
    /// <summary>Chooses the connection, opens it if it is the operation's own, and gives it to the lanes.</summary>
    /// <returns>The operation's own connection; <see langword="null" /> for the context's.</returns>
    public async ValueTask<IOwnConnection?> OpenAsync(Lanes lanes, BulkRow first)
    {
        SelectionFacts facts = lanes.FactsOf(first);
        ConnectionChoice choice = ConnectionSelector.Select(facts);
        IOwnConnection? own = null;
        if (choice.IsOwn)
        {
            try
            {
                own = await OpenAsync(lanes.Call.Server).ConfigureAwait(false);
            }
            catch (ConnectionUnavailableException exception)
            {
                choice = ConnectionSelector.Refused(facts, exception.Message);
                if (!request.Options.AsksForOwnConnection)
                    session.Warn($"The rows were sent over the context's connection instead of the operation's own: {choice.Reason}.");
            }
        }

        lanes.Use(choice, own);
        return own;
    }

    private async ValueTask<IOwnConnection> OpenAsync(ServerFacts server)
        => request.Options.ArrayBatchDriver is IArrayBatchDriver other
            ? await other.OpenAsync(session, server, io, token).ConfigureAwait(false)
            : await ConnectionOpener.OpenAsync(session, server, request.Options.Connections, request.Options.AsksForOwnConnection, io, token).ConfigureAwait(false);
}
