using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The connection that a call's rows go over: chosen once, by the first row, and opened before anything is planned.</summary>
internal sealed class CallConnection(BulkRequest request, ContextSession session, IOBehavior io, CancellationToken token)
{
    /// <summary>Chooses the connection, opens it if it is the operation's own, and gives it to the lanes.</summary>
    /// <param name="lanes">The lanes.</param>
    /// <param name="first">The first row; <see langword="null" /> if there is none.</param>
    /// <returns>The operation's own connection; <see langword="null" /> for the context's.</returns>
    public async ValueTask<IOwnConnection?> OpenAsync(Lanes lanes, BulkRow? first)
    {
        ConnectionChoice choice = Choose(lanes, first);
        IOwnConnection? own = null;
        if (choice.IsOwn && !lanes.FillsOnly)
        {
            try
            {
                own = await OpenAsync(lanes.Call.Server).ConfigureAwait(false);
            }
            catch (ConnectionUnavailableException exception) when (request.Options.AsksForOwnConnection && exception.Broken is { } broken)
            {
                // It is possible, and may work at the next call.
                throw new BulkOperationException($"The operation's own connection could not be opened: {exception.Message}. Nothing was sent.", broken);
            }
            catch (ConnectionUnavailableException exception)
            {
                choice = ConnectionSelector.Refused(lanes.FactsOf(first!.Value), exception.Message);
                if (!request.Options.AsksForOwnConnection)
                    session.Warn($"The rows were sent over the context's connection instead of the operation's own: {choice.Reason}.");
            }
        }

        lanes.Use(choice, own);
        return own;
    }

    private static ConnectionChoice Choose(Lanes lanes, BulkRow? first)
        => first is { } row ? ConnectionSelector.Select(lanes.FactsOf(row)) : new(false, "there are no rows");

    private async ValueTask<IOwnConnection> OpenAsync(ServerFacts server)
        => request.Options.ArrayBatchDriver is IArrayBatchDriver other
            ? await other.OpenAsync(session, server, io, token).ConfigureAwait(false)
            : await ConnectionOpener.OpenAsync(session, server, request.Options.Connections, request.Options.AsksForOwnConnection, io, token).ConfigureAwait(false);
}
