using System.Data.Common;
using System.Net.Sockets;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Session.Driver;

/// <summary>A failure of the server, the driver or the network, outside of a call's statements.</summary>
internal static class DriverFailure
{
    /// <summary>The exception that the caller sees.</summary>
    public static BulkOperationException Report(string message, Exception cause) => new(message, BrokenConnectionException.Inside(cause))
    {
        ErrorNumber = ServerError.Number(cause),
        SqlState = ServerError.State(cause),
        IsTransient = ServerError.IsTransient(cause),
    };

    /// <summary>Finds the driver's exception inside those of EF Core: <c>SaveChanges</c> and execution strategies wrap it.</summary>
    public static Exception? Find(Exception exception)
    {
        for (Exception? e = exception; e is not null; e = e.InnerException)
        {
            if (e is DbException or IOException or SocketException)
                return e;
            if (e is DbUpdateConcurrencyException or not (DbUpdateException or RetryLimitExceededException or InvalidOperationException))
                return null;
        }

        return null;
    }
}
