namespace EFCore.MySqlBulk.Planning;

internal enum BulkOperation
{
    Insert,
    Update,
    Delete,

    /// <summary>Any statement, once per row.</summary>
    Execute,
}
