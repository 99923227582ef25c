using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace Cities;

/// <summary>What to tell the user about an error that is not the program's own fault.</summary>
internal static class ErrorLine
{
    /// <summary>One line without a stack trace; null for a bug in the program, which should show its stack trace.</summary>
    public static string? Of(Exception exception) => exception switch
    {
        SampleException or ServerUnavailableException or IOException => exception.Message,
        _ when Causes(exception).LastOrDefault(cause => cause is DbException) is { } refusal => DatabaseError(refusal),
        DbUpdateException => DatabaseError(exception.GetBaseException()),
        _ => null,
    };

    private static IEnumerable<Exception> Causes(Exception? exception)
    {
        for (; exception is not null; exception = exception.InnerException)
            yield return exception;
    }

    private static string DatabaseError(Exception exception) => $"Database error: {exception.Message.ReplaceLineEndings(" ")}";
}
