namespace EFCore.MySqlBulk;

/// <summary>What to do with rows of one call that match the same stored row, or would if it existed.</summary>
public enum DuplicateRows
{
    /// <summary>The call is refused with the positions of two such rows, and nothing is stored.</summary>
    Refuse,

    /// <summary>The row given last is written, and the others are skipped.</summary>
    LastWins,
}
