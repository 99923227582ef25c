namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>What is known about the stored row that a given row matches.</summary>
internal enum RowPresence
{
    /// <summary>The row was not looked up, or there is no stored row.</summary>
    Absent,

    /// <summary>There is a stored row, and it is locked.</summary>
    Present,

    /// <summary>There is a stored row, it is locked, and it has the given values already.</summary>
    Unchanged,

    /// <summary>An orphan, which is deleted.</summary>
    Gone,

    /// <summary>There is a stored row, and another row of the call supersedes this one.</summary>
    Superseded,
}
