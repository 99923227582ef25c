namespace EFCore.MySqlBulk;

/// <summary>Options of a call whose rows may be committed in portions.</summary>
internal interface ICommitPortions
{
    /// <summary>The number of rows in a portion; <see langword="null" /> if all rows are committed at once.</summary>
    int? CommitRows { get; }
}
