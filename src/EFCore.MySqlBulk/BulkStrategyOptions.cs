namespace EFCore.MySqlBulk;

/// <summary>Options of the operations that choose one strategy for all rows, and that may use several connections. The operations that look rows up first choose a strategy for the new rows and one for
/// the stored ones, and work in one transaction, so they have neither option and ignore the context's defaults for both.</summary>
public abstract record BulkStrategyOptions : BulkOptions, ICommitPortions
{
    private protected BulkStrategyOptions()
    {
    }

    /// <summary>Forces a strategy. If it is not possible for the call, the call is refused with the reason. Default: chosen by operation, number of rows and server.</summary>
    public BulkStrategy? Strategy { get; set; }

    /// <summary>The number of connections that work at the same time. Above 1, the context's driver opens as many further ones, from its pool. Each
    /// has its own transaction, so the call is no longer one transaction: they commit one after the other once all rows are accepted, and if one
    /// commit fails, the rows of the connections before it remain stored
    /// (<see cref="BulkException.StoredRowIndexes" />). Connections that lock the same rows or index entries wait for each other. Default: 1.</summary>
    public int? Connections { get; set; }

    /// <summary>Whether the transactions of several <see cref="Connections" /> are committed together: all of them or none, whatever ends in between, the process, a connection or the server. They are
    /// prepared as branches of an XA transaction, the decision is recorded in the table that <see cref="MySqlBulkOptionsBuilder.DecisionTable" /> names, and they are committed. What a call that was cut off left prepared keeps its
    /// locks until <c>EndUnfinishedBulkCalls</c> ends it. It costs a few round trips and one more write to the disk for each connection. Refused without such a table, in a cluster, and on MariaDB before 10.5. With one connection it has no
    /// effect: the call is one transaction anyway. Default: false.</summary>
    public bool? Atomic { get; set; }

    /// <summary>The number of rows that are committed together. The call reads that many rows into memory, sends and commits them, and goes on with the next ones: for loads that are larger than a transaction may be, such as
    /// with Group Replication's <c>group_replication_transaction_size_limit</c>. The call is then not all or nothing: after a failure the rows of the portions before remain stored
    /// (<see cref="BulkException.RowsAffected" />, <see cref="BulkException.StoredRowIndexes" />), and the message says from which position on the rows have to be sent again. Each portion is repeated
    /// by itself, also one of a stream under a retrying execution strategy. Equal keys in two portions are not found as duplicates, and a row must not refer to one in a later portion. Each portion costs a <c>COMMIT</c>. It is refused in a transaction of the caller, and with <c>IncludeGraph</c>.
    /// Default: all rows are committed together.</summary>
    public int? CommitRows { get; set; }
}
