namespace EFCore.MySqlBulk;

/// <summary>What becomes of rows of one call that match the same stored row, or would if it existed.</summary>
public enum DuplicateRows
{
    /// <summary>The call is refused with the positions of two such rows, and nothing is stored.</summary>
    Refuse,

    /// <summary>The row given last stands for all of them.</summary>
    LastWins,
}
