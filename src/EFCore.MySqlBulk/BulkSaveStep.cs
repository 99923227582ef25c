using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Consecutive rows that <c>SaveChanges</c> in bulk would send with one strategy.</summary>
public sealed record BulkSaveStep
{
    /// <summary>The tables, unquoted and in order: one, unless the provider's own batches send the rows.</summary>
    public required IReadOnlyList<string> Tables { get; init; }

    /// <summary>What would be done with the rows: <see cref="EntityState.Added" />, <see cref="EntityState.Modified" /> or <see cref="EntityState.Deleted" />; <see langword="null" />
    /// if the provider's own batches send different ones.</summary>
    public EntityState? State { get; init; }

    /// <summary>The number of rows.</summary>
    public int RowCount { get; init; }

    /// <summary>The strategy that would be used; <see cref="BulkStrategy.None" /> if the provider's own batches send the rows.</summary>
    public BulkStrategy Strategy { get; init; }

    /// <summary>Why that strategy was chosen, in one sentence.</summary>
    public string Reason { get; init; } = "";

    /// <summary>The maximum number of rows in one statement; 0 if the provider decides.</summary>
    public int BatchRows { get; init; }

    /// <summary>The first statement; empty if the provider makes it. It contains row values if the strategy writes literals. Keys that an earlier step generates are not known yet.</summary>
    public string FirstStatement { get; init; } = "";

    /// <summary>Table, rows, strategy and reason on one line.</summary>
    public override string ToString()
        => $"{string.Join(", ", Tables)}: {RowCount} {State?.ToString().ToLowerInvariant() ?? "changed"}, {(Strategy == BulkStrategy.None ? "the provider's own batches" : Strategy)}: \"{Reason}\"";
}
