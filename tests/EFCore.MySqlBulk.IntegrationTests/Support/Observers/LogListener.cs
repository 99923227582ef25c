using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Observers;

/// <summary>Receives everything that is logged, in every category and, by default, at every level.</summary>
public abstract class LogListener : ILoggerFactory, ILogger
{
    public ILogger CreateLogger(string categoryName) => this;

    public void AddProvider(ILoggerProvider provider)
    {
    }

    public void Dispose() => GC.SuppressFinalize(this);

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull
        => null;

    public virtual bool IsEnabled(LogLevel logLevel) => true;

    public abstract void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter);
}
