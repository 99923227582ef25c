using System.Data.Common;
using System.Security.Authentication;

namespace EFCore.MySqlBulk.Session.Driver;

/// <summary>The exception for a context's connection that cannot be opened.</summary>
internal static class OpeningFailure
{
    /// <param name="exception">The failure.</param>
    /// <param name="connection">The driver's connection.</param>
    /// <param name="token">The call's token.</param>
    /// <returns>The exception to throw; <see langword="null" /> if it is to be thrown as it is.</returns>
    public static Exception? Of(Exception exception, DbConnection connection, CancellationToken token)
    {
        return exception switch
        {
            StatementTimeoutException => new BulkOperationException(exception.Message, exception.InnerException) { IsTransient = true },
            _ when BrokenConnectionException.IsOfOpening(exception, token) || IsOfProtocol(exception, connection) => new BulkOperationException($"The driver could not open the connection: {exception.Message.TrimEnd('.')}. Nothing was sent.", exception)
            {
                IsTransient = exception is not AuthenticationException,
            },
            // Connector/NET reports the cancellation as a failure to connect.
            DbException when token.IsCancellationRequested => new OperationCanceledException("The call was cancelled while its connection was being opened. Nothing was sent.", exception, token),
            _ when DriverFailure.Find(exception) is { } driver && !token.IsCancellationRequested => DriverFailure.Report($"The connection could not be opened: {driver.Message.TrimEnd('.')}. Nothing was sent.", driver),
            _ => null,
        };
    }

    // The driver has read an invalid packet. MySqlConnector's exception for it is not a DbException.
    private static bool IsOfProtocol(Exception exception, DbConnection connection)
        => exception is InvalidOperationException && exception.GetType().Assembly == connection.GetType().Assembly;
}
