using System.Linq.Expressions;

namespace EFCore.MySqlBulk;

/// <summary>Options of the calls that change the rows of a query in batches. All are optional.</summary>
/// <typeparam name="TEntity">The entity type.</typeparam>
public abstract record BulkQueryOptions<TEntity>
{
    private protected BulkQueryOptions()
    {
    }

    /// <summary>The columns in whose order rows are walked, as <c>o => o.CreatedAt</c>, <c>o => new { o.TenantId, o.CreatedAt }</c>, or <c>o => EF.Property&lt;DateTime&gt;(o, "CreatedAt")</c> for a shadow property: required, and those of an index of the
    /// model in its order. The primary key follows by itself. It is worth naming them if the condition is about them. Default: the primary key.</summary>
    public Expression<Func<TEntity, object?>>? Walk { get; set; }

    /// <summary>The maximum number of rows in a batch, which is one statement. Default: 100,000; the first batch has up to 1,000, and the next ones follow <see cref="BatchTime" />.</summary>
    public int? BatchRows { get; set; }

    /// <summary>The time that a batch should take, which is how long it holds its locks: the next batch has more or fewer rows. Default: half a second.</summary>
    public TimeSpan BatchTime { get; set; } = TimeSpan.FromSeconds(0.5);

    /// <summary>The time to wait between two batches. Default: none.</summary>
    public TimeSpan Pause { get; set; }

    /// <summary>The lag of a replica up to which the call goes on; before a batch it waits until all <see cref="Replicas" /> are below it. It asks once per second at most, by <c>SHOW REPLICA STATUS</c> or what it is called there, which counts whole seconds. A replica that does not replicate, or does not answer, is waited for too. Default: none.</summary>
    public TimeSpan? MaxReplicaLag { get; set; }

    /// <summary>The connection strings of the replicas, for the context's driver. Their user needs REPLICATION CLIENT, or on MariaDB SLAVE MONITOR. Default: none.</summary>
    public IReadOnlyList<string>? Replicas { get; set; }

    /// <summary>The number of threads that work on the server, this call's own included (<c>Threads_running</c>), up to which the call goes on; before a batch it waits until there are no more, and asks once per second at most. Default: none.</summary>
    public int? MaxRunningThreads { get; set; }

    /// <summary>The time that the call waits before one batch because of <see cref="MaxReplicaLag" /> or <see cref="MaxRunningThreads" />; then it fails with what is done so far. <see cref="System.Threading.Timeout.InfiniteTimeSpan" /> for no limit. Default: ten minutes.</summary>
    public TimeSpan MaxWait { get; set; } = TimeSpan.FromMinutes(10);

    /// <summary>Whether each batch is committed by itself, or all of them together. In your transaction only <see cref="BulkQueryTransaction.Whole" /> is possible. Default: <see cref="BulkQueryTransaction.Batches" />.</summary>
    public BulkQueryTransaction Transaction { get; set; }

    /// <summary>Allows a query without a condition. Default: <see langword="false" />: it is refused.</summary>
    public bool WholeTable { get; set; }

    /// <summary>Goes on after this key, the <c>LastKey</c> of a result, of a progress or of an exception: a value for each column of <see cref="Walk" />, then for the rest of the primary key. Default: from the first row.</summary>
    public IReadOnlyList<object?>? After { get; set; }

    /// <summary>The time that one statement may take; <see cref="System.Threading.Timeout.InfiniteTimeSpan" /> for no limit. Default: the context's command timeout.</summary>
    public TimeSpan? Timeout { get; set; }

    /// <summary>Receives the number of rows done and the last key after each batch. It is called on the thread that does the work, so a slow receiver slows the call down. Default: none.</summary>
    public IProgress<BulkProgress>? Progress { get; set; }
}
