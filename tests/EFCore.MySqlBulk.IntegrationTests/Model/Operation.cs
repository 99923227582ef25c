namespace EFCore.MySqlBulk.IntegrationTests.Model;

public enum Operation
{
    Insert,
    Update,
    Delete,
}
