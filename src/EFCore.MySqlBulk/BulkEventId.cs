using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk;

/// <summary>The events that bulk operations log, for <c>LogTo</c>, <c>ConfigureWarnings</c> and filters of a logger. Each name begins with <c>EFCore.MySqlBulk</c>,
/// which is the category too. No event holds a row's value. What each means: docs/troubleshooting.md.</summary>
public static class BulkEventId
{
    /// <summary>An operation begins: strategy and reason. Debug.</summary>
    public static readonly EventId OperationStarted = Of(EventIds.OperationStarted, nameof(OperationStarted));

    /// <summary>An operation has ended well: rows, statements, time. Information.</summary>
    public static readonly EventId OperationCompleted = Of(EventIds.OperationCompleted, nameof(OperationCompleted));

    /// <summary>An operation has failed. Error.</summary>
    public static readonly EventId OperationFailed = Of(EventIds.OperationFailed, nameof(OperationFailed));

    /// <summary>An operation is tried again as a whole. Warning.</summary>
    public static readonly EventId OperationTriedAgain = Of(EventIds.OperationTriedAgain, nameof(OperationTriedAgain));

    /// <summary>What <see cref="BulkResult.Warnings" /> says too. Warning.</summary>
    public static readonly EventId OperationWarning = Of(EventIds.OperationWarning, nameof(OperationWarning));

    /// <summary>A trigger sets a table's keys. Warning.</summary>
    public static readonly EventId KeysSetByTrigger = Of(EventIds.KeysSetByTrigger, nameof(KeysSetByTrigger));

    /// <summary>A statement with rows was sent. Debug.</summary>
    public static readonly EventId StatementExecuted = Of(EventIds.StatementExecuted, nameof(StatementExecuted));

    /// <summary>A statement could not be ended on the server. Warning.</summary>
    public static readonly EventId KillFailed = Of(EventIds.KillFailed, nameof(KillFailed));

    internal static IReadOnlyList<EventId> All { get; } =
        [OperationStarted, OperationCompleted, OperationFailed, OperationTriedAgain, OperationWarning, KeysSetByTrigger, StatementExecuted, KillFailed];

    private static EventId Of(int number, string name) => new(number, $"EFCore.MySqlBulk.{name}");
}
