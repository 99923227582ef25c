using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Troubles;

/// <summary>Does something once, just after the answer to a certain statement that carries rows, counted from 1.</summary>
internal sealed class AfterStatement(int number, Action action) : LogListener
{
    private int _seen;

    public override void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (eventId.Id == EventIds.StatementExecuted && ++_seen == number)
            action();
    }
}
