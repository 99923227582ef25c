namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;

/// <summary>What a pipelined call does to the tickets. Unless stated otherwise, every row is an execution of one prepared statement.</summary>
public enum Job
{
    Insert,
    Update,
    Delete,

    /// <summary>The update again, as the caller's own statement.</summary>
    Execute,

    /// <summary>The insert with many rows per statement and several statements in flight.</summary>
    InsertLists,

    /// <summary>The update with many rows per statement and several statements in flight.</summary>
    UpdateLists,
}
