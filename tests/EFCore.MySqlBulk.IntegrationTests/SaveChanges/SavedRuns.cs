using System.Collections.Concurrent;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges;

/// <summary>The log messages of what <c>SaveChanges</c> has sent in bulk.</summary>
public sealed class SavedRuns : LogListener
{
    public ConcurrentQueue<string> Messages { get; } = new();

    public override void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        ArgumentNullException.ThrowIfNull(formatter);
        if (eventId == BulkEventId.OperationCompleted)
            Messages.Enqueue(formatter(state, exception));
    }
}
