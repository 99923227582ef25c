namespace EFCore.MySqlBulk.Planning.Options;

internal enum BulkOperation
{
    Insert,
    Update,
    Delete,

    /// <summary>Rows that match a stored one update it; the others are inserted.</summary>
    InsertOrUpdate,

    /// <summary>Rows that match no stored one are inserted; stored rows are not changed.</summary>
    InsertIfAbsent,

    /// <summary>Rows that match a stored one update it, the others are inserted, and stored rows that none of them matches are deleted or updated.</summary>
    Synchronize,

    /// <summary>Any statement, once per row.</summary>
    Execute,
}
