using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Observers;

/// <summary>Collects everything that is logged, at every level, including exceptions and structured values.</summary>
public sealed class LoggedText : LogListener
{
    private readonly ConcurrentQueue<string> _all = [];

    private LoggedText()
    {
    }

    /// <summary>One for all contexts: EF Core builds a service provider for each factory.</summary>
    public static ILoggerFactory Factory { get; } = new LoggedText();

    public static IReadOnlyCollection<string> All => ((LoggedText)Factory)._all;

    public override void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        string values = state is IEnumerable<KeyValuePair<string, object?>> pairs ? string.Join(';', pairs.Select(pair => $"{pair.Key}={pair.Value}")) : "";
        _all.Enqueue($"{formatter(state, exception)}\n{exception}\n{values}");
    }
}
