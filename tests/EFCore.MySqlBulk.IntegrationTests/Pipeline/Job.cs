namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>What a call on a connection of its own does to the tickets. Unless said otherwise every row is an execution of one prepared statement.</summary>
public enum Job
{
    Insert,
    Update,
    Delete,

    /// <summary>The update again, as a statement of the caller's.</summary>
    Execute,

    /// <summary>The insert with many rows in a statement, several statements in flight.</summary>
    InsertLists,

    /// <summary>The update with many rows in a statement, several statements in flight.</summary>
    UpdateLists,
}
