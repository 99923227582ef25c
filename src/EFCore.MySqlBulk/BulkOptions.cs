namespace EFCore.MySqlBulk;

/// <summary>Options that every bulk operation has. All are optional: <see langword="null" /> means the context's default
/// (<see cref="MySqlBulkDbContextOptionsExtensions.UseMySqlBulk(Microsoft.EntityFrameworkCore.DbContextOptionsBuilder, Action{MySqlBulkOptionsBuilder}?)" />),
/// and where that has none, the default given here.</summary>
public abstract record BulkOptions
{
    private protected BulkOptions()
    {
    }

    /// <summary>Forces a strategy. A strategy that cannot do the job is refused with the reason. Default: chosen by operation, rows and server.</summary>
    public BulkStrategy? Strategy { get; init; }

    /// <summary>Forces the connection that is used. Default: the context's own for few rows, in a transaction, with interceptors, or when it was open before;
    /// else one of the operation's own. Every reason, and what the two do differently: docs/strategies.md in the repository.</summary>
    public BulkConnection? Connection { get; init; }

    /// <summary>Connections of the operation's own that work at once, each in a transaction of its own, so more than 1 gives up the single transaction: they commit
    /// one after the other when every row was taken, and a commit that fails then leaves the rows of those before it stored
    /// (<see cref="BulkOperationException.StoredRowIndexes" />). Connections that lock the same rows or index entries wait for each other. Default: 1.</summary>
    public int? Connections { get; init; }

    /// <summary>Rows in one statement, at most; the server's packet and parameter limits may make it fewer. Default: by strategy, see docs/strategies.md in the repository.</summary>
    public int? BatchRows { get; init; }

    /// <summary>Time that one statement may take; <see cref="System.Threading.Timeout.InfiniteTimeSpan" /> for none. Default: the context's command timeout.</summary>
    public TimeSpan? Timeout { get; init; }

    /// <summary>Told after each statement how many rows are done. Called on the thread that works; a slow receiver slows the operation. Default: none.</summary>
    public IProgress<BulkProgress>? Progress { get; init; }

    /// <summary>Reads a stream into memory first, so that a retrying execution strategy may send it again. Default: <see langword="false" />,
    /// and a stream under a retrying strategy without a transaction is refused.</summary>
    public bool? BufferForRetry { get; init; }

    /// <summary>After a statement failed for its data, searches the row at fault by sending halves of it under a savepoint (about ten statements
    /// for 1,000 rows), so that the exception names it. Default: <see langword="true" />.</summary>
    public bool? FindFailingRow { get; init; }
}
