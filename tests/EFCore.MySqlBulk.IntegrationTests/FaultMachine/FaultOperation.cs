namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

public enum FaultOperation
{
    Insert,
    Update,
    Delete,

    /// <summary>The update, as the caller's own statement.</summary>
    Execute,

    /// <summary>The insert of rows that refer to tickets, with those: rows of two tables.</summary>
    InsertGraph,

    /// <summary>The same with tickets that are stored and change: they are looked up, as are the new rows.</summary>
    InsertOrUpdateGraph,
}
