using System.Data;
using System.Data.Common;
using System.Net.Sockets;
using System.Security.Authentication;

namespace EFCore.MySqlBulk.Session.Driver;

/// <summary>The driver failed without an answer from the server; the inner exception is the driver's. Drivers throw many types of exceptions when a
/// connection breaks, and only at the call of the driver can they be distinguished from exceptions of the caller's own code.</summary>
internal sealed class BrokenConnectionException(Exception innerException) : DbException(innerException.Message, innerException)
{
    public override bool IsTransient => true;

    /// <summary>Whether the connection is certainly closed; otherwise the next statement shows it.</summary>
    public bool IsCertain => InnerException is SocketException or IOException or ObjectDisposedException;

    /// <summary>Whether a driver's exception means that its connection broke.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="connection">Its connection, if it is known.</param>
    public static bool IsMeantBy(Exception exception, DbConnection? connection = null)
        => exception is SocketException or IOException or ObjectDisposedException or NullReferenceException or TimeoutException
            || (exception is InvalidOperationException && connection?.State != ConnectionState.Open);

    /// <summary>The same for calls through EF Core: an interceptor may have thrown, so the connection's state is checked too.</summary>
    public static bool IsMeantBehindEFCore(Exception exception, DbConnection? connection)
        => exception is SocketException or IOException
            || (exception is ObjectDisposedException or NullReferenceException or TimeoutException or InvalidOperationException && connection?.State != ConnectionState.Open);

    /// <summary>The same for opening. A driver's own exception usually has the reason, and is passed on unchanged.</summary>
    public static bool IsOfOpening(Exception exception, CancellationToken token)
        => exception is SocketException or IOException or ObjectDisposedException or NullReferenceException or TimeoutException or AuthenticationException
            || IsOutOfStep(exception) || (exception is OperationCanceledException && !token.IsCancellationRequested);

    /// <summary>Whether the driver has read an invalid packet and reports it with another exception than its own.</summary>
    public static bool IsOutOfStep(Exception exception) => exception is KeyNotFoundException or IndexOutOfRangeException or ArgumentOutOfRangeException
        or FormatException or OverflowException;

    /// <summary>The driver's own exception.</summary>
    public static Exception Inside(Exception exception) => exception is BrokenConnectionException broken ? broken.InnerException! : exception;
}
