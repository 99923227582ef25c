namespace EFCore.MySqlBulk.Planning;

/// <summary>How a look-up locks the rows that it finds.</summary>
internal enum RowLock
{
    None,

    /// <summary>Others may read the rows, but not change them.</summary>
    Shared,

    /// <summary>The rows will be changed. Where there is none, InnoDB locks the gap, unless the transaction is <c>READ COMMITTED</c>.</summary>
    Exclusive,
}
