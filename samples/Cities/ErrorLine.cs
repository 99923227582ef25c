using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace Cities;

/// <summary>What to tell the user about an error that is not the program's own fault.</summary>
internal static class ErrorLine
{
    /// <summary>One line without a stack trace; null for a defect of the program, which should show its trace.</summary>
    public static string? Of(Exception exception) => exception switch
    {
        SampleException or ServerUnavailableException or IOException => exception.Message,
        DbUpdateException => $"The database failed. {OneLine(Innermost(exception))}",
        _ when Causes(exception).Any(cause => cause is DbException or IOException) => $"The database failed. {OneLine(Innermost(exception))}",
        _ => null,
    };

    private static Exception Innermost(Exception exception) => Causes(exception).LastOrDefault(cause => cause is DbException) ?? exception.GetBaseException();

    private static IEnumerable<Exception> Causes(Exception? exception)
    {
        for (; exception is not null; exception = exception.InnerException)
            yield return exception;
    }

    private static string OneLine(Exception exception) => exception.Message.ReplaceLineEndings(" ");
}
