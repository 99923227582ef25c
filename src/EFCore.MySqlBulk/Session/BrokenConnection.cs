using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Session;

/// <summary>The context's connection after it broke. Drivers leave such a one in many states, with readers open, half opened or ready for their pool; the
/// context's next use is to find a new one, and the pool nothing.</summary>
internal sealed class BrokenConnection(DatabaseFacade database)
{
    /// <summary>Time that is given to the driver for it.</summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromSeconds(4);

    private readonly DbConnection _connection = database.GetDbConnection();
    private readonly IRelationalConnection _ofTheContext = database.GetService<IRelationalConnection>();

    /// <summary>Begins to close it and to take it away from EF Core, on a thread of its own: the driver may be at it still.</summary>
    public Task<bool> LeaveAsync() => Task.Factory.StartNew(Leave, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private bool Leave()
    {
        ConnectionSocket.Close(_connection);
        if (ConnectorNet.Find(_connection) is { } driver)
            ConnectorNet.Abort(driver);
        DbTransaction? transaction = _ofTheContext.CurrentTransaction?.GetDbTransaction();
        Try(() => _ofTheContext.CurrentTransaction?.Dispose());
        // MySqlConnector keeps one whose ROLLBACK it could not send, beyond closing. The second time it knows that its connection is gone.
        Try(() => transaction?.Dispose());
        // It sends nothing.
        Try(() => _ofTheContext.UseTransaction(null));
        Try(_connection.Close);
        int? timeout = _ofTheContext.CommandTimeout;
        Try(_ofTheContext.Dispose);
        _ofTheContext.CommandTimeout = timeout;
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
