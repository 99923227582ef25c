namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

public enum FaultOperation
{
    Insert,
    Update,
    Delete,

    /// <summary>The update, as the caller's own statement.</summary>
    Execute,
}
