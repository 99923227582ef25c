using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk;

/// <summary>A bulk operation failed while it ran: the server, the driver or the network failed or refused something, or a row could not be sent or was not found. It is a
/// <see cref="BulkOperationException" /> or a <see cref="BulkConcurrencyException" />; <c>BulkSaveChanges</c> throws it inside the
/// <see cref="DbUpdateException" /> of <c>SaveChanges</c>. A call with wrong arguments or an unsupported mapping throws an
/// <see cref="ArgumentException" /> or an <see cref="InvalidOperationException" /> instead, and a cancelled one an
/// <see cref="OperationCanceledException" />.</summary>
/// <remarks>It is a <see cref="DbUpdateException" />, so that execution strategies find the driver's exception inside it.</remarks>
public abstract class BulkException : DbUpdateException
{
    private readonly IReadOnlyList<EntityEntry> _entries;

    private protected BulkException(string message, Exception? innerException, IReadOnlyList<EntityEntry>? entries)
        : base(message, innerException)
        => _entries = entries ?? [];

    // The same failure, told by a call of which the known one was a part.
    private protected BulkException(string message, BulkException known)
        : this(message, known.InnerException, known._entries)
    {
        Outcome = known.Outcome;
        RowsAffected = known.RowsAffected;
        StoredRowIndexes = known.StoredRowIndexes;
        ErrorNumber = known.ErrorNumber;
        SqlState = known.SqlState;
        IsTransient = known.IsTransient;
        Shards = known.Shards;
    }

    /// <summary>The tracked entries of the rows at fault, as far as the rows are known and tracked.</summary>
    public override IReadOnlyList<EntityEntry> Entries => _entries;

    /// <summary>What is known to be stored.</summary>
    public BulkOutcome Outcome { get; init; }

    /// <summary>The number of rows, or of executions of <c>BulkExecute</c>, that are known to remain stored despite the failure. It is 0 unless the context's
    /// <c>AutoTransactionBehavior</c> is <c>Never</c>, one of several <see cref="BulkStrategyOptions.Connections" /> failed to commit after others had committed, something failed after all
    /// rows were stored, or earlier portions of <c>CommitRows</c> are stored. There may be more if <see cref="Outcome" /> is <see cref="BulkOutcome.Unknown" />.</summary>
    public long RowsAffected { get; init; }

    /// <summary>The positions of the rows that remain stored, if the call commits more than once: because their portion of <c>CommitRows</c> had been committed, or their connection before another one
    /// failed to commit; empty otherwise. The rows that a connection was committing when it broke are not included: it is not known whether those are stored.</summary>
    public IReadOnlyList<int> StoredRowIndexes { get; init; } = [];

    /// <summary>The server's error number, such as 1062 for a duplicate key, whichever connection sent the rows; 0 if the error is not the server's.</summary>
    public int ErrorNumber { get; init; }

    /// <summary>The server's SQLSTATE, such as <c>23000</c>; <see langword="null" /> if the error is not the server's, or if the driver does not
    /// report it (Connector/NET).</summary>
    public string? SqlState { get; init; }

    /// <summary>Whether a retry may succeed: after a deadlock or a lock wait timeout, a lost connection, or a server that could not be reached or had
    /// too many connections. A retry is safe only if <see cref="Outcome" /> is <see cref="BulkOutcome.Nothing" />. In the caller's transaction, the
    /// whole transaction may have to be repeated.</summary>
    public bool IsTransient { get; init; }

    /// <summary>What is known to be stored in each shard, if a call of <see cref="BulkShards{TContext, TShard}" /> failed; empty otherwise.</summary>
    public IReadOnlyList<BulkShardOutcome> Shards { get; init; } = [];
}
