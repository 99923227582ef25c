using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Diagnostics;

/// <summary>What <c>ConfigureWarnings</c> says about the events of this library; shared by all contexts with the same logging options.</summary>
internal sealed class EventSettings
{
    private static readonly ConditionalWeakTable<ILoggingOptions, EventSettings> Known = [];

    private readonly ConcurrentDictionary<(int Number, LogLevel Level), BulkEventDefinition> _definitions = new();
    private readonly ILoggingOptions _options;

    private EventSettings(ILoggingOptions options)
    {
        _options = options;
        WarningsConfiguration? warnings = options.WarningsConfiguration;
        ChangesEvents = warnings is not null && BulkEventId.All.Any(id => warnings.GetLevel(id) is not null || warnings.GetBehavior(id) == WarningBehavior.Throw);
    }

    /// <summary>Whether an event has a level other than its default, or throws, which matters even without a logger.</summary>
    public bool ChangesEvents { get; }

    public static EventSettings Of(ILoggingOptions options) => Known.GetValue(options, static given => new(given));

    /// <summary>The definition of an event that is logged at the given level unless the context says otherwise.</summary>
    public BulkEventDefinition Definition(EventId id, LogLevel level)
        => _definitions.GetOrAdd(
            (id.Id, level), static (of, options) => new(options, BulkEventId.All.Single(known => known.Id == of.Number), of.Level), _options);
}
