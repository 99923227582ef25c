using System.Data;
using System.Data.Common;
using System.Net.Sockets;
using System.Security.Authentication;

namespace EFCore.MySqlBulk.Session;

/// <summary>The driver failed without an answer of the server's: what it met is inside. Drivers throw whatever they stumble over when a connection has gone,
/// and only where the driver is called can that be told from a mistake in the caller's own code.</summary>
internal sealed class BrokenConnectionException(Exception innerException) : DbException(innerException.Message, innerException)
{
    /// <summary>The connection is gone for certain; otherwise the next statement tells.</summary>
    public bool IsCertain => InnerException is SocketException or IOException or ObjectDisposedException;

    /// <summary>Whether what a driver threw says that its connection is gone.</summary>
    /// <param name="exception">What it threw.</param>
    /// <param name="connection">Its connection, where that is known.</param>
    public static bool IsMeantBy(Exception exception, DbConnection? connection = null)
        => exception is SocketException or IOException or ObjectDisposedException or NullReferenceException or TimeoutException
            || (exception is InvalidOperationException && connection?.State != ConnectionState.Open);

    /// <summary>The same of what EF Core calls the driver for: interceptors run there too, so that the connection has to agree.</summary>
    public static bool IsMeantBehindEFCore(Exception exception, DbConnection? connection)
        => exception is SocketException or IOException
            || (exception is ObjectDisposedException or NullReferenceException or TimeoutException or InvalidOperationException && connection?.State != ConnectionState.Open);

    /// <summary>The same of opening. Drivers say mostly themselves why it failed, and that is passed on as it is.</summary>
    public static bool IsOfOpening(Exception exception, CancellationToken token)
        => exception is SocketException or IOException or ObjectDisposedException or NullReferenceException or TimeoutException or AuthenticationException or FormatException
            || IsOfNonsense(exception) || (exception is OperationCanceledException && !token.IsCancellationRequested);

    /// <summary>The driver has read what makes no sense, and does not say so by an exception of its own.</summary>
    public static bool IsOfNonsense(Exception exception) => exception is KeyNotFoundException or IndexOutOfRangeException or ArgumentOutOfRangeException;

    /// <summary>The driver's own exception.</summary>
    public static Exception Inside(Exception exception) => exception is BrokenConnectionException broken ? broken.InnerException! : exception;
}
