using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk;

/// <summary>A bulk operation failed, and <see cref="Outcome" /> says what of it is stored: mostly nothing.
/// <see cref="Exception.InnerException" /> is the driver's own exception where the server or the driver refused; where the rows went over a connection of
/// the operation's own, which no driver has opened, it is another <see cref="System.Data.Common.DbException" />.</summary>
public sealed class BulkOperationException : DbUpdateException
{
    private readonly IReadOnlyList<EntityEntry> _entries;

    /// <summary>Creates the exception.</summary>
    /// <param name="message">What failed, and the cure.</param>
    /// <param name="innerException">The driver's exception, where there is one.</param>
    /// <param name="entries">The tracked entry of the row at fault, where it is known and tracked.</param>
    public BulkOperationException(string message, Exception? innerException = null, IReadOnlyList<EntityEntry>? entries = null)
        : base(message, innerException)
        => _entries = entries ?? [];

    /// <summary>The tracked entry of the row at fault, where it is known and tracked.</summary>
    public override IReadOnlyList<EntityEntry> Entries => _entries;

    /// <summary>Position of the row at fault in the rows given, from 0; <see langword="null" /> where no single row is known to be at fault.</summary>
    public int? RowIndex { get; init; }

    /// <summary>Key of the row at fault, one value per key column; empty where the row or its key is not known.</summary>
    public IReadOnlyList<object?> Key { get; init; } = [];

    /// <summary>What is known to be stored.</summary>
    public BulkOutcome Outcome { get; init; }

    /// <summary>Rows, or executions of <c>BulkExecute</c>, that are known to stay stored in spite of the failure: 0, except where the context's
    /// <c>AutoTransactionBehavior</c> is <c>Never</c>, where one of several <see cref="BulkOptions.Connections" /> failed to commit after others had, or where
    /// something failed after all rows were stored. More may be where <see cref="Outcome" /> is <see cref="BulkOutcome.Unknown" />.</summary>
    public long RowsAffected { get; init; }

    /// <summary>Positions of the rows that stay stored because their connection had committed before another one failed to; empty otherwise. The rows that a connection
    /// was committing when it broke are not among them: whether those are stored is not known.</summary>
    public IReadOnlyList<int> StoredRowIndexes { get; init; } = [];

    /// <summary>The server's error number, such as 1062 for a duplicate key, whichever connection the rows went over; 0 where it was not the server that refused.</summary>
    public int ErrorNumber { get; init; }

    /// <summary>The server's SQLSTATE, such as <c>23000</c>; <see langword="null" /> where it was not the server that refused, and where the driver does not
    /// tell it: Connector/NET does not.</summary>
    public string? SqlState { get; init; }

    /// <summary>The server has ended the transaction (deadlock, lost connection): a transaction of the caller's is rolled back too and cannot be used on.</summary>
    public bool TransactionLost { get; init; }
}
