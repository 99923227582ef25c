namespace EFCore.MySqlBulk.Planning;

internal enum BulkOperation
{
    Insert,
    Update,
    Delete,
}
