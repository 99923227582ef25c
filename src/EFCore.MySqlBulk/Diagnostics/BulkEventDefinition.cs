using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Diagnostics;

/// <summary>Defines an event of this library the way EF Core defines its own, including what <c>ConfigureWarnings</c> says about it.</summary>
internal sealed class BulkEventDefinition(ILoggingOptions options, EventId id, LogLevel level)
    : EventDefinitionBase(options, id, level, $"{nameof(BulkEventId)}.{id.Name![(id.Name!.LastIndexOf('.') + 1)..]}")
{
    /// <summary>The exception for a warning that <c>ConfigureWarnings</c> turned into an error.</summary>
    public Exception AsError(string message) => WarningAsError(message);
}
