using System.Diagnostics;

namespace EFCore.MySqlBulk.Session.IO;

/// <summary>One execution of a command, as interceptors see it.</summary>
internal readonly record struct CommandRun(Guid CommandId, Guid ConnectionId, bool IsAsync, DateTimeOffset StartTime, long StartTimestamp)
{
    public TimeSpan Elapsed => Stopwatch.GetElapsedTime(StartTimestamp);

    public static CommandRun Start(Guid connectionId, IOBehavior io)
        => new(Guid.NewGuid(), connectionId, io.IsAsynchronous, DateTimeOffset.UtcNow, Stopwatch.GetTimestamp());
}
