using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk;

/// <summary>The events that bulk operations log, for <c>LogTo</c>, <c>ConfigureWarnings</c> and the filters of a logger. Each name begins with <c>EFCore.MySqlBulk</c>,
/// which is also the category. No event contains a row's value. What each event means: docs/troubleshooting.md in the repository.</summary>
public static class BulkEventId
{
    /// <summary>An operation begins: strategy and reason. Debug.</summary>
    public static readonly EventId OperationStarted = Of(EventIds.OperationStarted, nameof(OperationStarted));

    /// <summary>An operation has succeeded: rows, statements, time. Information.</summary>
    public static readonly EventId OperationCompleted = Of(EventIds.OperationCompleted, nameof(OperationCompleted));

    /// <summary>An operation has failed. Error.</summary>
    public static readonly EventId OperationFailed = Of(EventIds.OperationFailed, nameof(OperationFailed));

    /// <summary>An operation is retried as a whole. Warning.</summary>
    public static readonly EventId OperationRetried = Of(EventIds.OperationRetried, nameof(OperationRetried));

    /// <summary>A warning that <see cref="BulkResult.Warnings" /> contains too. Warning.</summary>
    public static readonly EventId OperationWarning = Of(EventIds.OperationWarning, nameof(OperationWarning));

    /// <summary>The context has an <c>ISaveChangesInterceptor</c>, or overrides <c>SaveChanges</c>, which bulk operations do not call, and no hook for the operation and the entity type. Warning, once per context; an error if
    /// <c>ConfigureWarnings</c> says so.</summary>
    public static readonly EventId SaveChangesBypassed = Of(EventIds.SaveChangesBypassed, nameof(SaveChangesBypassed));

    /// <summary>A navigation of the rows to insert holds entities that this call does not store. Warning, once per call and navigation; an error if
    /// <c>ConfigureWarnings</c> says so.</summary>
    public static readonly EventId RelatedEntitiesLeftOut = Of(EventIds.RelatedEntitiesLeftOut, nameof(RelatedEntitiesLeftOut));

    /// <summary>The entity type has a query filter, which updates and deletes do not apply. Warning, once per context and entity type; an error if
    /// <c>ConfigureWarnings</c> says so.</summary>
    public static readonly EventId QueryFilterNotApplied = Of(EventIds.QueryFilterNotApplied, nameof(QueryFilterNotApplied));

    /// <summary>An operation was cancelled by its token. Information.</summary>
    public static readonly EventId OperationCancelled = Of(EventIds.OperationCancelled, nameof(OperationCancelled));

    /// <summary>The entity type has hooks for deletes, which <c>BulkDeleteByKey</c> does not run, because it has no entities. Warning, once per context and entity type; an error if
    /// <c>ConfigureWarnings</c> says so.</summary>
    public static readonly EventId HooksNotRun = Of(EventIds.HooksNotRun, nameof(HooksNotRun));

    /// <summary>A trigger sets a table's keys. Warning.</summary>
    public static readonly EventId KeysSetByTrigger = Of(EventIds.KeysSetByTrigger, nameof(KeysSetByTrigger));

    /// <summary>A call by query waits before its next batch: a replica lags, or the server is busy. Information, once for each time that it waits.</summary>
    public static readonly EventId OperationWaits = Of(EventIds.OperationWaits, nameof(OperationWaits));

    /// <summary>A statement with rows was sent. Debug.</summary>
    public static readonly EventId StatementExecuted = Of(EventIds.StatementExecuted, nameof(StatementExecuted));

    /// <summary>A statement could not be stopped on the server. Warning.</summary>
    public static readonly EventId KillFailed = Of(EventIds.KillFailed, nameof(KillFailed));

    /// <summary>A finished statement, transaction or connection could not be cleaned up; the call is not affected. Warning.</summary>
    public static readonly EventId CleanUpFailed = Of(EventIds.CleanUpFailed, nameof(CleanUpFailed));

    /// <summary>Whether a <c>BulkRead</c> is pipelined or run by EF Core, and why. Debug.</summary>
    public static readonly EventId ReadWayChosen = Of(EventIds.ReadWayChosen, nameof(ReadWayChosen));

    /// <summary><c>BulkRead</c> is repeated by EF Core, because pipelining failed. Warning.</summary>
    public static readonly EventId ReadAgain = Of(EventIds.ReadAgain, nameof(ReadAgain));

    /// <summary>The stream of the context's driver cannot be used, so statements are not pipelined: once per process and reason. Information.</summary>
    public static readonly EventId StreamNotUsed = Of(EventIds.StreamNotUsed, nameof(StreamNotUsed));

    internal static IReadOnlyList<EventId> All { get; } =
    [
        OperationStarted, OperationCompleted, OperationFailed, OperationRetried, OperationWarning, SaveChangesBypassed, RelatedEntitiesLeftOut,
        QueryFilterNotApplied, OperationCancelled, HooksNotRun, KeysSetByTrigger, OperationWaits, StatementExecuted, KillFailed, CleanUpFailed, ReadWayChosen, ReadAgain, StreamNotUsed,
    ];

    private static EventId Of(int number, string name) => new(number, $"EFCore.MySqlBulk.{name}");
}
