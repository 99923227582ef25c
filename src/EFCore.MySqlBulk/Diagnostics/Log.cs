using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Diagnostics;

/// <summary>The log, with the category <c>EFCore.MySqlBulk</c>. No event contains a row's value.</summary>
internal static partial class Log
{
    public const string Category = "EFCore.MySqlBulk";

    [LoggerMessage(EventIds.OperationStarted, LogLevel.Debug, "{Operation} {EntityType}: {Strategy}, because: {Reason}")]
    public static partial void OperationStarted(ILogger logger, string operation, string entityType, BulkStrategy strategy, string reason);

    public static void OperationCompleted(ILogger logger, string operation, string entityType, BulkResult result)
    {
        if (logger.IsEnabled(LogLevel.Information))
            logger.Log(LogLevel.Information, BulkEventId.OperationCompleted, new CompletedOperation(operation, entityType, result), null, static (state, _) => state.ToString());
    }

    [LoggerMessage(EventIds.OperationFailed, LogLevel.Error, "{Operation} {EntityType} failed: {Problem}")]
    public static partial void OperationFailed(ILogger logger, string operation, string entityType, string problem);

    [LoggerMessage(EventIds.OperationCancelled, LogLevel.Information, "{Operation} {EntityType} was cancelled")]
    public static partial void OperationCancelled(ILogger logger, string operation, string entityType);

    [LoggerMessage(EventIds.OperationRetried, LogLevel.Warning, "{Operation} {EntityType} is being retried, and nothing was stored: {Problem}")]
    public static partial void Retried(ILogger logger, string operation, string entityType, string problem);

    [LoggerMessage(EventIds.OperationWaits, LogLevel.Information, "{Operation} {EntityType} waits before its next batch: {Reason}")]
    public static partial void Waits(ILogger logger, string operation, string entityType, string reason);

    [LoggerMessage(EventIds.OperationWarning, LogLevel.Warning, "{Warning}")]
    public static partial void Warned(ILogger logger, string warning);

    [LoggerMessage(EventIds.SaveChangesBypassed, LogLevel.Warning, "{Ignored}")]
    public static partial void SaveChangesBypassed(ILogger logger, string ignored);

    [LoggerMessage(EventIds.RelatedEntitiesLeftOut, LogLevel.Warning, "{Ignored}")]
    public static partial void RelatedEntitiesLeftOut(ILogger logger, string ignored);

    [LoggerMessage(EventIds.QueryFilterNotApplied, LogLevel.Warning, "{Ignored}")]
    public static partial void QueryFilterNotApplied(ILogger logger, string ignored);

    [LoggerMessage(EventIds.HooksNotRun, LogLevel.Warning, "{Ignored}")]
    public static partial void HooksNotRun(ILogger logger, string ignored);

    [LoggerMessage(EventIds.KeysSetByTrigger, LogLevel.Warning,
        "The keys of {EntityType} are not those that the server reported, because a trigger sets them. Rows are inserted one by one from now on; set BulkInsertOptions.HasTrigger to skip this check")]
    public static partial void KeysSetByTrigger(ILogger logger, string entityType);

    [LoggerMessage(EventIds.StatementExecuted, LogLevel.Debug, "{Statement}: {Rows} rows, {Statements} statements, {Parameters} parameters, {Bytes} bytes, {Milliseconds:0.0} ms")]
    public static partial void StatementExecuted(ILogger logger, string statement, int rows, int statements, int parameters, int bytes, double milliseconds);

    [LoggerMessage(EventIds.ReadWayChosen, LogLevel.Debug, "BulkRead {EntityType}: {Way}, because: {Reason}")]
    public static partial void ReadWayChosen(ILogger logger, string entityType, string way, string reason);

    [LoggerMessage(EventIds.ReadAgain, LogLevel.Warning, "BulkRead {EntityType} is repeated by EF Core, because pipelining failed: {Problem}")]
    public static partial void ReadAgain(ILogger logger, string entityType, string problem);

    [LoggerMessage(EventIds.StreamNotUsed, LogLevel.Information, "Statements are not pipelined on this driver: {Obstacle}")]
    public static partial void StreamNotUsed(ILogger logger, string obstacle);

    [LoggerMessage(EventIds.KillFailed, LogLevel.Warning, "A statement or session could not be stopped on the server: {Problem}")]
    public static partial void KillFailed(ILogger logger, string problem);

    [LoggerMessage(EventIds.CleanUpFailed, LogLevel.Warning, "A finished statement, transaction or connection could not be cleaned up: {Problem}")]
    public static partial void CleanUpFailed(ILogger logger, string problem);
}
