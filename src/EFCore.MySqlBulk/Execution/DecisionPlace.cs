using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.TwoPhase;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Execution;

/// <summary>A context's open connection to the server of its table of decisions.</summary>
internal sealed class DecisionPlace : IAsyncDisposable
{
    private readonly ConcurrencyDetectorCriticalSectionDisposer? _alone;

    private DecisionPlace(DbContext context, IOBehavior io)
    {
        _alone = ConcurrentUse.Enter(context);
        Session = new(context, timeout: null, ContextLog.Of(context), io);
    }

    public ContextSession Session { get; }

    /// <summary>What is known of the session and its server.</summary>
    public Facts Facts { get; private set; } = null!;

    /// <summary>The table.</summary>
    public DecisionTable Table { get; private set; } = null!;

    /// <summary>Opens the connection.</summary>
    /// <param name="context">The context.</param>
    /// <param name="use">What needs the table.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <exception cref="InvalidOperationException">The context names no table, the table is not suitable, or a transaction is open.</exception>
    public static async ValueTask<DecisionPlace> OpenAsync(DbContext context, string use, IOBehavior io, CancellationToken token)
    {
        MySqlBulkDefaults defaults = ContextDefaults.Of(context);
        string name = DecisionTables.NameIn(defaults, use);
        DecisionPlace place = await OpenServerAsync(context, io, token).ConfigureAwait(false);
        try
        {
            place.Table = await DecisionTableCheck.FindAsync(place.Session, place.Facts.Session.Database, name, use, place.Session.IO, token).ConfigureAwait(false);
            return place;
        }
        catch
        {
            await place.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Opens a connection to a server that has branches, but not their decisions.</summary>
    /// <param name="context">The context.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <exception cref="InvalidOperationException">A transaction is open.</exception>
    public static async ValueTask<DecisionPlace> OpenServerAsync(DbContext context, IOBehavior io, CancellationToken token)
    {
        AcceptedProvider.Check(context, ContextDefaults.Of(context));
        if (TransactionKinds.Of(context.Database) is TransactionKind.Joined or TransactionKind.Ambient)
            throw new InvalidOperationException("Unfinished calls cannot be ended inside a transaction. Commit it first, or use a context without one.");
        DecisionPlace place = new(context, io);
        try
        {
            await place.Session.OpenAsync(token).ConfigureAwait(false);
            place.Facts = await FactsReader.ReadAsync(place.Session, withSettings: false, place.Session.IO, token).ConfigureAwait(false);
            place.Session.Identify(place.Facts);
            return place;
        }
        catch
        {
            await place.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>The same table for calls whose branches are on several servers.</summary>
    public async ValueTask<DecisionTable> ForShardsAsync(CancellationToken token)
    {
        List<string> identity = await Session.QueryAsync(Table.Identity, ResultReader.Text, Session.IO, token).ConfigureAwait(false);
        if (identity.Count == 0)
        {
            await Session.QueryAsync(Table.NewIdentity(), static _ => 0, Session.IO, token).ConfigureAwait(false);
            // For a session without autocommit.
            await Session.QueryAsync("COMMIT", static _ => 0, Session.IO, token).ConfigureAwait(false);
            identity = await Session.QueryAsync(Table.Identity, ResultReader.Text, Session.IO, token).ConfigureAwait(false);
        }

        return Table.ForShards(identity[0]);
    }

    public async ValueTask DisposeAsync()
    {
        await Session.CleanUp.RunAsync(Session.CloseAsync).ConfigureAwait(false);
        _alone?.Dispose();
    }
}
