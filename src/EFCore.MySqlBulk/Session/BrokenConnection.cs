using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Session;

/// <summary>The context's connection after it broke. Drivers leave such a one in many states, with readers open, half opened or ready for their pool; the
/// context's next use is to find a new one, and the pool nothing.</summary>
internal sealed class BrokenConnection(DatabaseFacade database)
{
    private readonly DbConnection _connection = database.GetDbConnection();
    private readonly DbTransaction? _transaction = database.CurrentTransaction?.GetDbTransaction();
    private readonly IRelationalConnection _ofTheContext = database.GetService<IRelationalConnection>();

    /// <summary>Closes the socket under a connection, from any thread: whatever waits for it ends, and nothing waits for it any more.</summary>
    public static void Cut(DbConnection connection)
    {
        if (ConnectorNet.Find(connection) is { } driver)
            ConnectorNet.ForgetTransaction(driver);
        ConnectionSocket.Close(connection);
    }

    /// <summary>Closes the driver's connection, on a thread of its own: a call of the driver may be at it still. Only the driver's objects are touched there.</summary>
    public Task<bool> CloseAsync() => Task.Factory.StartNew(Close, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    /// <summary>Takes a closed one away from EF Core.</summary>
    public void Leave()
    {
        Try(() => _ofTheContext.CurrentTransaction?.Dispose());
        // It sends nothing.
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
        // MySqlConnector keeps one whose ROLLBACK it could not send, beyond closing. The second time it knows that its connection is gone.
        Try(() => _transaction?.Dispose());
        Try(_connection.Close);
        return true;
    }

    // What broke it is what the caller has to know, not what the driver says of the end.
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
