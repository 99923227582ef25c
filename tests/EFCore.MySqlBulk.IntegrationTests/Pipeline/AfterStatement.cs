using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Does something once, just after a certain statement that carries rows, counted from 1, was answered.</summary>
internal sealed class AfterStatement(int number, Action action) : ILoggerFactory, ILogger
{
    private int _seen;

    public ILogger CreateLogger(string categoryName) => this;

    public void AddProvider(ILoggerProvider provider)
    {
    }

    public void Dispose()
    {
    }

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull
        => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (eventId.Id == EventIds.StatementExecuted && ++_seen == number)
            action();
    }
}
