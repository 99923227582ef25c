namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>How a call finds out which of its rows are stored.</summary>
internal enum LookUp
{
    /// <summary>All rows are looked up under locks.</summary>
    Locking,

    /// <summary>All rows are looked up without locks, and those that exist again under locks. The others are inserted; a unique index refuses a row
    /// that was inserted in the meantime.</summary>
    Plain,

    /// <summary>No row is looked up. All are inserted; a unique index refuses a row that exists.</summary>
    None,
}
