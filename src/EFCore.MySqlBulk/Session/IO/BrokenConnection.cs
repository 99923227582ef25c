using System.Data.Common;
using EFCore.MySqlBulk.Session.Driver;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Session.IO;

/// <summary>Closes the context's connection after it broke. Drivers leave such a connection in many states: with open readers, half opened, or ready for their pool. The
/// context's next use must find a new connection, and the pool must not get this one.</summary>
/// <param name="database">The context's database.</param>
/// <param name="isInCallersTransaction">Whether the context's transaction is not the operation's. It stays current until its owner ends it, as after
/// <c>SaveChanges</c>: otherwise later statements would be committed by themselves.</param>
internal sealed class BrokenConnection(DatabaseFacade database, bool isInCallersTransaction)
{
    private readonly DbConnection _connection = database.GetDbConnection();
    private readonly DbTransaction? _transaction = isInCallersTransaction ? null : database.CurrentTransaction?.GetDbTransaction();
    private readonly IRelationalConnection _ofTheContext = database.GetService<IRelationalConnection>();

    /// <summary>The message for a call that joins a transaction whose connection broke.</summary>
    public static BulkOperationException RefuseTransaction()
        => new BulkOperationException("The connection of the context's transaction broke, and the server has rolled the transaction back. Dispose of the transaction, and start again. Nothing was sent.") { TransactionLost = true, IsTransient = true };

    /// <summary>Closes a connection's socket, from any thread, which ends every wait for it.</summary>
    public static void Cut(DbConnection connection)
    {
        if (ConnectorNet.Find(connection) is { } driver)
            ConnectorNet.ForgetTransaction(driver);
        ConnectionSocket.Close(connection);
    }

    /// <summary>Closes the driver's connection, on a separate thread, because a call of the driver may still be using it. Only the driver's objects are touched there.</summary>
    public Task<bool> CloseAsync() => Task.Factory.StartNew(Close, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    /// <summary>Detaches a closed connection from EF Core.</summary>
    public void Leave()
    {
        Try(() => _ofTheContext.CurrentTransaction?.Dispose());
        // This sends nothing.
        Try(() => _ofTheContext.UseTransaction(null));
        int? timeout = _ofTheContext.CommandTimeout;
        Try(_ofTheContext.Dispose);
        _ofTheContext.CommandTimeout = timeout;
    }

    private bool Close()
    {
        Cut(_connection);
        if (ConnectorNet.Find(_connection) is { } driver)
            ConnectorNet.Abort(driver);
        Try(() => _transaction?.Dispose());
        // MySqlConnector keeps a transaction whose ROLLBACK it could not send, even after closing. The second time it knows that its connection is closed.
        Try(() => _transaction?.Dispose());
        Try(_connection.Close);
        return true;
    }

    // The first failure is reported, not that of closing.
    private static void Try(Action step)
    {
        try
        {
            step();
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException or NullReferenceException or IOException)
        {
        }
    }
}
