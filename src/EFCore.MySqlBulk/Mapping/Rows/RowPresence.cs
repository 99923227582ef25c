namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>What is known about the stored row that a given row matches.</summary>
internal enum RowPresence
{
    /// <summary>Nobody has looked, or there is none.</summary>
    Absent,

    /// <summary>There is one, and it is locked.</summary>
    Present,

    /// <summary>There is one, it is locked, and it has the given values already.</summary>
    Unchanged,

    /// <summary>There is one, which belongs to nothing that is given, and is deleted.</summary>
    Gone,

    /// <summary>There is one, and a row given later matches it too and stands for both.</summary>
    Superseded,
}
