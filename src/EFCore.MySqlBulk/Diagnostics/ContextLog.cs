using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Diagnostics;

/// <summary>Logs where the context logs: to its logger factory and to the target of <c>LogTo</c>, as <c>ConfigureWarnings</c> says.</summary>
internal sealed class ContextLog : ILogger
{
    private readonly ILogger _logger;
    private readonly IDbContextLogger? _simple;
    private readonly EventSettings _settings;

    private ContextLog(ILogger logger, IDbContextLogger? simple, EventSettings settings)
    {
        _logger = logger;
        _simple = simple;
        _settings = settings;
    }

    public static ContextLog Of(DbContext context) => new(
        context.GetService<ILoggerFactory>().CreateLogger(Diagnostics.Log.Category),
        context.GetService<IDbContextOptions>().FindExtension<CoreOptionsExtension>()?.DbContextLogger,
        EventSettings.Of(context.GetService<ILoggingOptions>()));

    /// <summary>Whether an event of the level may be enabled; which one is known only when it is logged.</summary>
    public bool IsEnabled(LogLevel logLevel) => _simple is not null || _settings.ChangesEvents || _logger.IsEnabled(logLevel);

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull
        => _logger.BeginScope(state);

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        BulkEventDefinition definition = _settings.Definition(eventId, logLevel);
        if (definition.WarningBehavior == WarningBehavior.Ignore)
            return;
        if (definition.WarningBehavior == WarningBehavior.Throw && ComesFirst(eventId))
            throw definition.AsError(formatter(state, exception));
        if (_logger.IsEnabled(definition.Level))
            _logger.Log(definition.Level, definition.EventId, state, exception, formatter);
        if (_simple?.ShouldLog(definition.EventId, definition.Level) == true)
            _simple.Log(new(definition, (_, _) => formatter(state, exception)));
    }

    // Only events that come before any row is sent can be turned into errors; the others come while rows are being sent.
    private static bool ComesFirst(EventId id)
        => id.Id is EventIds.SaveChangesBypassed or EventIds.RelatedEntitiesLeftOut or EventIds.QueryFilterNotApplied or EventIds.HooksNotRun;
}
