using System.Data.Common;
using System.Transactions;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.Session.Ending;

/// <summary>Opens and closes connections beside the context's. A driver's asynchronous calls may hang, so its blocking ones are used, on a thread of their own, with a time limit.</summary>
internal static class FurtherConnection
{
    // A driver gives up after the connection string's timeout.
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(1);

    /// <summary>Opens a connection outside the ambient transaction, in which a driver would enlist it.</summary>
    public static void Open(DbConnection connection)
    {
        using TransactionScope outside = new(TransactionScopeOption.Suppress);
        connection.Open();
    }

    /// <summary>The same, waiting at most <paramref name="limit" />.</summary>
    /// <exception cref="TimeoutException">Opening takes too long; the connection is closed once it is open.</exception>
    public static async ValueTask OpenAsync(DbConnection connection, TimeSpan limit, IOBehavior io, CancellationToken token)
    {
        Task<bool> opening = Start(() =>
        {
            Open(connection);
            return true;
        });
        try
        {
            await io.WithinAsync(limit + Grace, opening.WaitAsync(token)).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is TimeoutException or OperationCanceledException && !opening.IsCompleted)
        {
            _ = opening.ContinueWith(_ => Dispose(connection), CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
            throw;
        }
    }

    /// <summary>Closes a connection; failures are ignored.</summary>
    public static async ValueTask CloseAsync(DbConnection connection, IOBehavior io)
    {
        try
        {
            await io.WithinAsync(SessionKiller.Patience, Start(() => Dispose(connection))).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            ConnectionSocket.Close(connection);
        }
    }

    private static Task<T> Start<T>(Func<T> work) => Task.Factory.StartNew(work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private static bool Dispose(DbConnection connection)
    {
        try
        {
            connection.Dispose();
            return true;
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException or NotSupportedException or IOException or System.Net.Sockets.SocketException or NullReferenceException)
        {
            // A driver sends COM_QUIT over the stream, which a TLS stream with a pending read refuses.
            ConnectionSocket.Close(connection);
            return false;
        }
    }
}
