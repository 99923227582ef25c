using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Workloads;
using TestServers;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>What to tell the user about an error that is not the program's own fault.</summary>
internal static class ErrorLine
{
    /// <summary>One line without a stack trace; null for a bug in the program, which should show its stack trace.</summary>
    public static string? Of(Exception exception) => exception switch
    {
        UnusableConnectionException or UnknownTechniqueException or ServerUnavailableException or WrongOutcomeException or ProgramFailedException => exception.Message,
        OperationCanceledException or IOException or UnauthorizedAccessException => exception.Message,
        _ when Causes(exception).LastOrDefault(cause => cause is DbException) is { } refusal => $"Database error: {refusal.Message.ReplaceLineEndings(" ")}",
        _ => null,
    };

    private static IEnumerable<Exception> Causes(Exception? exception)
    {
        for (; exception is not null; exception = exception.InnerException)
            yield return exception;
    }
}
