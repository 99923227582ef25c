namespace EFCore.MySqlBulk.Execution.Input;

/// <summary>The rows of a call that are committed together. All rows before them are stored.</summary>
/// <param name="size">The option: the maximum number of rows in a portion.</param>
/// <param name="first">The position of its first row.</param>
/// <param name="count">The number of its rows.</param>
/// <param name="isLast">Whether no rows follow.</param>
internal sealed class Portion(int size, int first, int count = 0, bool isLast = false)
{
    /// <summary>The maximum number of rows in a portion.</summary>
    public int Size => size;

    /// <summary>The position of its first row.</summary>
    public int First => first;

    /// <summary>The position after its last row.</summary>
    public int End => first + count;

    /// <summary>Whether no rows follow.</summary>
    public bool IsLast => isLast;

    /// <summary>What the last failed attempt left stored of its rows.</summary>
    public BulkOutcome Left { get; set; } = BulkOutcome.Nothing;
}
