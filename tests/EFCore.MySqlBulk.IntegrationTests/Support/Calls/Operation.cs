namespace EFCore.MySqlBulk.IntegrationTests.Support.Calls;

public enum Operation
{
    Insert,
    Update,
    Delete,
}
