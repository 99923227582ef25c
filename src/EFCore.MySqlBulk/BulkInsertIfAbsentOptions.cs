using System.ComponentModel;
using System.Linq.Expressions;

namespace EFCore.MySqlBulk;

/// <summary>Options of <c>BulkInsertIfAbsent</c>.</summary>
/// <typeparam name="T">The entity type.</typeparam>
public sealed record BulkInsertIfAbsentOptions<T> : BulkOptions, ITargetTable, ICommitPortions
{
    /// <summary>The properties by which a row is matched with a stored one, as <c>u => u.Email</c> or <c>u => new { u.TenantId, u.Sku }</c>. They have to be a key or a unique index of the model.
    /// A row with NULL in one of them matches nothing and is inserted. Default: the primary key.</summary>
    public Expression<Func<T, object?>>? Match { get; set; }

    /// <summary>Makes one row of two that match the same stored row, or would if it existed, text that the column's collation treats as equal included:
    /// <c>(kept, next) => new Counter { Day = next.Day, Hits = kept.Hits + next.Hits }</c>, or <see cref="DuplicateRows.LastWins{T}" />. It gets the rows in the order in which they are given, and the result for the next one.
    /// The result has to match the same stored row. A call that is made again after a deadlock combines again, so the function must not change the rows. All rows get the key of the stored row; values that the server generates
    /// are written to the result only. Rows that it replaces by an object of its own must not be tracked. With a function of your own a stream is held in memory. Default: none, two such rows are refused with their positions, and nothing is stored.</summary>
    public Func<T, T, T>? Duplicates { get; set; }

    /// <summary>Reads values that the server generated for new rows (defaults, computed columns, row versions) back to the entities, with one query per batch, in the call's transaction, and only
    /// if the entity type has such columns. Primary keys are always written to the entities. Default: <see langword="true" />.</summary>
    public bool ReadGenerated { get; set; } = true;

    /// <summary>The name of another table than the model's, as <c>orders_2025</c>: for tables of one shape, such as one for each year or an archive. It is in the schema that the model names, has the columns and keys of the model's table, and
    /// rows are looked up and inserted there. Entities have to be in one table, and must not be tracked, because the context tracks rows of the model's table. What the library learns of a table, it learns for each name; the first call with a name compiles its statements anew,
    /// and they stay in memory with the model. Default: the model's table.</summary>
    public string? Table { get; set; }

    /// <summary>The number of rows that are committed together. The call reads that many rows into memory, sends and commits them, and goes on with the next ones: for loads that are larger than a transaction may be, such as
    /// with Group Replication's <c>group_replication_transaction_size_limit</c>. The call is then not all or nothing: after a failure the rows of the portions before remain stored
    /// (<see cref="BulkException.RowsAffected" />, <see cref="BulkException.StoredRowIndexes" />), and the message says from which position on the rows have to be sent again. Each portion is repeated
    /// by itself, also one of a stream under a retrying execution strategy. Equal keys in two portions are not found as duplicates, and a row must not refer to one in a later portion. Each portion costs a <c>COMMIT</c>. It is refused in a transaction of the caller, and with <see cref="Duplicates" />.
    /// Default: all rows are committed together.</summary>
    public int? CommitRows { get; set; }

    /// <summary>Converts options to a lambda that sets them, so that <c>new() { … }</c> means options where an overload takes a lambda.</summary>
    /// <param name="options">The options.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static implicit operator Action<BulkInsertIfAbsentOptions<T>>(BulkInsertIfAbsentOptions<T> options) => ConfiguredOptions.Copying(options);
}
