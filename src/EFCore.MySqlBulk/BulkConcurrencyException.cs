using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk;

/// <summary>Rows to update or delete were not found, or their concurrency tokens have changed. <see cref="BulkException.Outcome" /> says what the operation left stored: nothing, if there was a
/// transaction or a savepoint to go back to.</summary>
/// <remarks>It does not derive from <see cref="Microsoft.EntityFrameworkCore.DbUpdateConcurrencyException" />, whose handlers iterate over the
/// entries: rows that are not tracked have none.</remarks>
public sealed class BulkConcurrencyException : BulkException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">Which rows were missed.</param>
    /// <param name="entries">The tracked entries among the missed rows.</param>
    public BulkConcurrencyException(string message, IReadOnlyList<EntityEntry>? entries = null)
        : base(message, null, entries)
    {
    }

    /// <summary>The same failure with another message, and with what an initializer sets.</summary>
    internal BulkConcurrencyException(string message, BulkConcurrencyException known)
        : base(message, known)
    {
        RowIndexes = known.RowIndexes;
        Keys = known.Keys;
    }

    /// <summary>Positions of the missed rows in the rows given, counted from 0, in ascending order. Rows after the first statement with a missed row were not tried.</summary>
    public IReadOnlyList<int> RowIndexes { get; init; } = [];

    /// <summary>Keys of the missed rows, in the order of <see cref="RowIndexes" />, one value per key column.</summary>
    public IReadOnlyList<IReadOnlyList<object?>> Keys { get; init; } = [];
}
