using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Diagnostics;

/// <summary>An event of ours as EF Core describes its own: with what <c>ConfigureWarnings</c> says of it.</summary>
internal sealed class BulkEventDefinition(ILoggingOptions options, EventId id, LogLevel level)
    : EventDefinitionBase(options, id, level, $"{nameof(BulkEventId)}.{id.Name![(id.Name!.LastIndexOf('.') + 1)..]}")
{
    /// <summary>The error that <c>ConfigureWarnings</c> made of a warning.</summary>
    public Exception AsError(string message) => WarningAsError(message);
}
