using System.Data.Common;
using EFCore.MySqlBulk;
using TestServers;

namespace Archive;

/// <summary>What to tell the user about an error that is not the program's own fault.</summary>
internal static class ErrorLine
{
    /// <summary>One line without a stack trace; null for a bug in the program, which should show its stack trace.</summary>
    public static string? Of(Exception exception) => exception switch
    {
        SampleException or ServerUnavailableException or IOException or UnauthorizedAccessException => exception.Message,
        // It says what is stored, and the server's message.
        BulkException => exception.Message.ReplaceLineEndings(" "),
        _ when Causes(exception).LastOrDefault(cause => cause is DbException) is { } refusal => $"Database error: {refusal.Message.ReplaceLineEndings(" ")}",
        _ => null,
    };

    private static IEnumerable<Exception> Causes(Exception? exception)
    {
        for (; exception is not null; exception = exception.InnerException)
            yield return exception;
    }
}
