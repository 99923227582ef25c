namespace EFCore.MySqlBulk;

/// <summary>Options of a call that can set rows aside.</summary>
internal interface IRejectsRows
{
    /// <summary>What to do with rows that are refused.</summary>
    RejectedRows? Rejected { get; }
}
