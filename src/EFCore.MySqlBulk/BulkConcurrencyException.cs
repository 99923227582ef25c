using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk;

/// <summary>Rows to update or delete were not found, or their concurrency tokens have changed. <see cref="Outcome" /> says what the operation left stored: nothing, if there was a
/// transaction or a savepoint to go back to.</summary>
public sealed class BulkConcurrencyException : DbUpdateConcurrencyException
{
    private readonly IReadOnlyList<EntityEntry> _entries;

    /// <summary>Creates the exception.</summary>
    /// <param name="message">Which rows were missed.</param>
    /// <param name="entries">The tracked entries among the missed rows.</param>
    public BulkConcurrencyException(string message, IReadOnlyList<EntityEntry>? entries = null)
        : base(message)
        => _entries = entries ?? [];

    /// <summary>The tracked entries among the missed rows.</summary>
    public override IReadOnlyList<EntityEntry> Entries => _entries;

    /// <summary>What is known to be stored.</summary>
    public BulkOutcome Outcome { get; init; }

    /// <summary>Positions of the missed rows in the rows given, counted from 0, in ascending order. Rows after the first statement with a missed row were not tried.</summary>
    public IReadOnlyList<int> RowIndexes { get; init; } = [];

    /// <summary>Keys of the missed rows, in the order of <see cref="RowIndexes" />, one value per key column.</summary>
    public IReadOnlyList<IReadOnlyList<object?>> Keys { get; init; } = [];
}
