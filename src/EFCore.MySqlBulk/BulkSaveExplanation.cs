namespace EFCore.MySqlBulk;

/// <summary>What <c>SaveChanges</c> in bulk would send if it were called.</summary>
public sealed record BulkSaveExplanation
{
    /// <summary>The steps, in the order in which they would be sent; empty if nothing has changed.</summary>
    public IReadOnlyList<BulkSaveStep> Steps { get; init; } = [];

    /// <summary>Each step on a line of its own.</summary>
    public override string ToString() => string.Join(Environment.NewLine, Steps);
}
