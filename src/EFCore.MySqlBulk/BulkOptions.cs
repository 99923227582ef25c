namespace EFCore.MySqlBulk;

/// <summary>Options that every bulk operation has. All are optional: <see langword="null" /> means the context's default
/// (<see cref="MySqlBulkDbContextOptionsExtensions.UseMySqlBulk(Microsoft.EntityFrameworkCore.DbContextOptionsBuilder, Action{MySqlBulkOptionsBuilder}?)" />),
/// or, if the context has none, the default given here.</summary>
public abstract record BulkOptions
{
    private protected BulkOptions()
    {
    }

    /// <summary>Whether statements are sent before earlier ones are answered, over the stream of the context's open connection and inside its transaction. Default:
    /// <see cref="BulkPipelining.Auto" />. <see cref="BulkResult.PipeliningReason" /> says what was decided; all rules: docs/strategies.md in the repository.</summary>
    public BulkPipelining? Pipelining { get; set; }

    /// <summary>The maximum number of rows in one statement; the server's packet and parameter limits may reduce it. Default: by strategy, see docs/strategies.md in the repository.</summary>
    public int? BatchRows { get; set; }

    /// <summary>The time that one statement may take; <see cref="System.Threading.Timeout.InfiniteTimeSpan" /> for no limit. Default: the context's command timeout.</summary>
    public TimeSpan? Timeout { get; set; }

    /// <summary>Receives the number of rows done after each statement. It is called on the thread that does the work, so a slow receiver slows the operation down. Default: none.</summary>
    public IProgress<BulkProgress>? Progress { get; set; }

    /// <summary>Reads a stream into memory first, so that a retrying execution strategy can send it again. Default: <see langword="false" />:
    /// a stream under a retrying strategy is refused unless a transaction is open.</summary>
    public bool? BufferForRetry { get; set; }

    /// <summary>After a statement has failed because of its data, searches for the row at fault by sending halves of the statement under a savepoint (about ten statements
    /// for 1,000 rows), so that the exception can name it. Default: <see langword="true" />.</summary>
    public bool? FindFailingRow { get; set; }
}
