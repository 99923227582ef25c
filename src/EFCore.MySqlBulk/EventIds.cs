namespace EFCore.MySqlBulk;

/// <summary>The numbers behind <see cref="BulkEventId" />, as constants.</summary>
internal static class EventIds
{
    // Operations: 100–199
    public const int OperationStarted = 100;
    public const int OperationCompleted = 101;
    public const int OperationFailed = 102;
    public const int OperationRetried = 103;
    public const int OperationWarning = 104;
    public const int SaveChangesBypassed = 105;
    public const int RelatedEntitiesLeftOut = 106;
    public const int QueryFilterNotApplied = 107;
    public const int OperationCancelled = 108;
    public const int HooksNotRun = 109;
    public const int KeysSetByTrigger = 110;
    public const int OperationWaits = 111;

    // Statements: 200–299
    public const int StatementExecuted = 200;
    public const int KillFailed = 201;
    public const int CleanUpFailed = 202;
    public const int ReadWayChosen = 203;
    public const int ReadAgain = 204;
    public const int StreamNotUsed = 205;
}
