namespace EFCore.MySqlBulk.Planning;

/// <summary>How a look-up locks the found rows.</summary>
internal enum RowLock
{
    None,

    /// <summary>A shared lock: other sessions may read the rows, but not change them.</summary>
    Shared,

    /// <summary>An exclusive lock, before rows are changed. Where no row exists, InnoDB locks the gap, unless the transaction is <c>READ COMMITTED</c>.</summary>
    Exclusive,
}
