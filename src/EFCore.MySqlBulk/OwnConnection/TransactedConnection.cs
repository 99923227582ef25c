using System.Data.Common;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.Ending;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Transactions;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>A connection of the operation's own with a transaction on it, through any client. Autocommit is off from the first statement to the last,
/// so that no statement in flight is committed on its own; <c>COMMIT</c> is sent only after every outcome was read. Every wait can be cancelled and
/// has a time limit, and if the connection breaks, the server's session is killed.</summary>
internal abstract class TransactedConnection(ContextSession context) : IOwnConnection, IQueryConnection
{
    public TransactionKind Kind => TransactionKind.Own;

    public bool CanRollBack => true;

    public bool HasEnded { get; private set; }

    public int Statements { get; protected set; }

    /// <summary>Whether the connection is usable; false for good after any failure but a server's error.</summary>
    public abstract bool IsUsable { get; }

    /// <summary>The context's session, for the log and the timeout.</summary>
    protected ContextSession Context => context;

    /// <summary>Whether nothing has been sent since the transaction ended.</summary>
    protected bool IsClean { get; set; }

    /// <summary>The server's connection id.</summary>
    protected abstract long ConnectionId { get; }

    public string StatementToSave(string name) => $"SAVEPOINT {name}";

    public abstract void Save(string name);

    public abstract ValueTask ReturnToAsync(string name, IOBehavior io);

    public async ValueTask<bool> TryReturnToStartAsync(IOBehavior io)
    {
        await UndoAsync(io).ConfigureAwait(false);
        BeginAgain();
        return true;
    }

    public IReadOnlyList<RowsByConnection> HoldersOf(ReadOnlyMemory<BulkRow> rows) => [new(this, rows, null)];

    public ValueTask<List<T>> QueryAsync<T>(string text, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token) => QueryAsync(text.AsMemory(), read, io, token);

    public async ValueTask<List<T>> QueryAsync<T>(ReadOnlyMemory<char> text, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token)
    {
        IsClean = false;
        TakenRows<T> rows = new(read, token);
        await WatchAsync(_ => ReadAsync(text, rows.Take), io, token).ConfigureAwait(false);
        return rows.Complete();
    }

    public async ValueTask CommitAsync(IOBehavior io)
    {
        await ControlAsync(Commit, io).ConfigureAwait(false);
        IsClean = true;
    }

    public async ValueTask<RollbackResult> RollBackAsync(TransactionEnd end, IOBehavior io)
    {
        if (!IsUsable)
            return RollbackResult.Lost;
        bool hasKeptRows = false;
        try
        {
            await UndoAsync(io).ConfigureAwait(false);
            hasKeptRows = await RollbackWarning.IsThereAsync(this, io).ConfigureAwait(false);
        }
        catch (Exception)
        {
            return RollbackResult.Lost;
        }

        IsClean = true;
        return hasKeptRows ? RollbackResult.RolledBackInPart : end == TransactionEnd.ByServer ? RollbackResult.Ended : RollbackResult.RolledBack;
    }

    /// <summary>Closes the connection, and ends its session on the server.</summary>
    public async ValueTask AbandonAsync(IOBehavior io)
    {
        if (IsUsable)
            Abort();
        if (!HasEnded)
            await EndAsync(io).ConfigureAwait(false);
    }

    /// <summary>Returns the connection to its pool, or closes it.</summary>
    public abstract ValueTask DisposeAsync();

    /// <summary>The statement that commits.</summary>
    protected virtual string Commit => "COMMIT";

    /// <summary>Rolls the transaction back.</summary>
    protected virtual ValueTask UndoAsync(IOBehavior io) => ControlAsync("ROLLBACK", io);

    /// <summary>Begins a transaction after one that was rolled back.</summary>
    protected virtual void BeginAgain()
    {
    }

    /// <summary>Runs a statement that carries no rows.</summary>
    protected abstract ValueTask QueryAsync(string statement);

    /// <summary>Runs a query, and passes each of its rows to <paramref name="take" />, through a reader that is valid until it returns. It must not throw.</summary>
    protected abstract ValueTask ReadAsync(ReadOnlyMemory<char> query, Action<DbDataReader> take);

    protected static List<T> Read<T>(DbDataReader reader, Func<DbDataReader, T> read)
    {
        List<T> rows = [];
        while (reader.Read())
            rows.Add(read(reader));
        return rows;
    }

    /// <summary>Closes the connection at once, from any thread.</summary>
    protected abstract void Abort();

    protected ValueTask ControlAsync(string statement, IOBehavior io) => WatchAsync(_ => QueryAsync(statement), io, CancellationToken.None);

    /// <summary>Runs work that waits for the server, and ends it if it is cancelled or takes too long.</summary>
    protected async ValueTask WatchAsync(Func<FlightWatch, ValueTask> work, IOBehavior io, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        using FlightWatch watch = new(Abort, context.Grace.Shorten(context.StatementTimeout), token);
        try
        {
            await work(watch).ConfigureAwait(false);
            watch.Dispose();
            if (!IsUsable)
                throw new PipelineBrokenException("The connection was closed.");
        }
        catch (Exception exception) when (exception is PipelineBrokenException || !IsUsable)
        {
            watch.Dispose();
            // The connection broke, or the protocol was violated. The server may still run a statement; the state of the transaction is known only when its session has ended.
            await EndAsync(io).ConfigureAwait(false);
            if (token.IsCancellationRequested)
                throw new OperationCanceledException("The operation was cancelled; the server has ended its session.", exception, token);
            if (watch.HasTimedOut)
            {
                throw new StatementTimeoutException(
                    $"A statement took longer than {context.StatementTimeout}; its connection was closed. Raise BulkOptions.Timeout or the context's command timeout.", exception);
            }

            throw;
        }
    }

    private async ValueTask EndAsync(IOBehavior io)
    {
        context.Grace.Begin();
        if (context.Second is not { } second)
        {
            context.CouldNotEnd("the context's session is not known");
            return;
        }

        LostSession lost = new(second, ConnectionId, context.Grace);
        if (await lost.EndAsync(io).ConfigureAwait(false) is { } problem)
            context.CouldNotEnd(problem);
        HasEnded = lost.HasEnded;
    }
}
