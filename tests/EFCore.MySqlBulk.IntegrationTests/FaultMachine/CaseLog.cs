using System.Collections.Concurrent;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>What the library logs during a case: one factory for all contexts, because EF Core builds a service provider for each.</summary>
internal sealed class CaseLog : LogListener
{
    private static readonly AsyncLocal<ConcurrentQueue<(int Id, string Text)>?> Current = new();

    private CaseLog()
    {
    }

    public static ILoggerFactory Factory { get; } = new CaseLog();

    /// <summary>Collects the warnings of everything that is called from now on.</summary>
    public static ConcurrentQueue<(int Id, string Text)> Begin() => Current.Value = [];

    public override bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Warning;

    public override void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        => Current.Value?.Enqueue((eventId.Id, formatter(state, exception)));
}
