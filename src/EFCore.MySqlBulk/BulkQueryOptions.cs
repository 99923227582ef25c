using System.Linq.Expressions;

namespace EFCore.MySqlBulk;

/// <summary>Options of the calls that change the rows of a query in batches. All are optional.</summary>
/// <typeparam name="TEntity">The entity type.</typeparam>
public abstract record BulkQueryOptions<TEntity>
{
    private protected BulkQueryOptions()
    {
    }

    /// <summary>The columns in whose order rows are walked, as <c>o => o.CreatedAt</c> or <c>o => new { o.TenantId, o.CreatedAt }</c>: required, and those of an index of the model in its order. The primary key follows by itself. It is worth
    /// naming them if the condition is about them. Default: the primary key.</summary>
    public Expression<Func<TEntity, object?>>? Walk { get; set; }

    /// <summary>The maximum number of rows in a batch, which is one statement. Default: 100,000; the first batch has up to 1,000, and the next ones follow <see cref="BatchTime" />.</summary>
    public int? BatchRows { get; set; }

    /// <summary>The time that a batch should take, which is how long it holds its locks: the next batch has more or fewer rows. Default: half a second.</summary>
    public TimeSpan BatchTime { get; set; } = TimeSpan.FromSeconds(0.5);

    /// <summary>The time to wait between two batches. Default: none.</summary>
    public TimeSpan Pause { get; set; }

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
