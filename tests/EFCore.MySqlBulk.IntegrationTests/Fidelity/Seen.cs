namespace EFCore.MySqlBulk.IntegrationTests.Fidelity;

/// <summary>What is seen after an operation.</summary>
/// <param name="Failure">What it has failed with; <see langword="null" /> if it has not.</param>
/// <param name="Stored">Each table's rows, in bytes, in the order of all columns.</param>
/// <param name="Entities">The entities in memory.</param>
/// <param name="Read">The entities as a fresh context reads them.</param>
/// <param name="Tracked">What the context tracks.</param>
internal sealed record Seen(Exception? Failure, List<StoredTable> Stored, List<string> Entities, List<string> Read, List<string> Tracked)
{
    /// <summary>Why the way refuses the operation, which <c>SaveChanges</c> has done in its place; <see langword="null" /> if it does not.</summary>
    public string? Refusal { get; init; }
}
