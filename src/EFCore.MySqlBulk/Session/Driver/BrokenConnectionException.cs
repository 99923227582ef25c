using System.Data;
using System.Data.Common;
using System.Net.Sockets;
using System.Security.Authentication;

namespace EFCore.MySqlBulk.Session.Driver;

/// <summary>The driver failed without an answer from the server; the inner exception is what it threw. Drivers throw all kinds of exceptions when a connection is gone,
/// and only where the driver is called can those be told from a mistake in the caller's own code.</summary>
internal sealed class BrokenConnectionException(Exception innerException) : DbException(innerException.Message, innerException)
{
    public override bool IsTransient => true;

    /// <summary>The connection is certainly gone; otherwise the next statement tells.</summary>
    public bool IsCertain => InnerException is SocketException or IOException or ObjectDisposedException;

    /// <summary>Whether a driver's exception means that its connection is gone.</summary>
    /// <param name="exception">What it threw.</param>
    /// <param name="connection">Its connection, if it is known.</param>
    public static bool IsMeantBy(Exception exception, DbConnection? connection = null)
        => exception is SocketException or IOException or ObjectDisposedException or NullReferenceException or TimeoutException
            || (exception is InvalidOperationException && connection?.State != ConnectionState.Open);

    /// <summary>The same for calls that go through EF Core: interceptors run there too, so the connection has to agree.</summary>
    public static bool IsMeantBehindEFCore(Exception exception, DbConnection? connection)
        => exception is SocketException or IOException
            || (exception is ObjectDisposedException or NullReferenceException or TimeoutException or InvalidOperationException && connection?.State != ConnectionState.Open);

    /// <summary>The same for opening. Drivers usually say why it failed, and that is passed on as it is.</summary>
    public static bool IsOfOpening(Exception exception, CancellationToken token)
        => exception is SocketException or IOException or ObjectDisposedException or NullReferenceException or TimeoutException or AuthenticationException
            || IsOfNonsense(exception) || (exception is OperationCanceledException && !token.IsCancellationRequested);

    /// <summary>The driver has read something that makes no sense, and does not report it with its own exception.</summary>
    public static bool IsOfNonsense(Exception exception) => exception is KeyNotFoundException or IndexOutOfRangeException or ArgumentOutOfRangeException
        or FormatException or OverflowException;

    /// <summary>The driver's own exception.</summary>
    public static Exception Inside(Exception exception) => exception is BrokenConnectionException broken ? broken.InnerException! : exception;
}
