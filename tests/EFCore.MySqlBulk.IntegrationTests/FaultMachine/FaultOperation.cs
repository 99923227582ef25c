namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

public enum FaultOperation
{
    Insert,
    Update,
    Delete,

    /// <summary>The update, as a statement of the caller's.</summary>
    Execute,
}
