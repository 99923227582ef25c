using System.ComponentModel;
using System.Linq.Expressions;

namespace EFCore.MySqlBulk;

/// <summary>Options of <c>BulkInsertIfAbsent</c>.</summary>
/// <typeparam name="T">The entity type.</typeparam>
public sealed record BulkInsertIfAbsentOptions<T> : BulkOptions
{
    /// <summary>The properties by which a row is matched with a stored one, as <c>u => u.Email</c> or <c>u => new { u.TenantId, u.Sku }</c>. They have to be a key or a unique index of the model.
    /// A row with NULL in one of them matches nothing and is inserted. Default: the primary key.</summary>
    public Expression<Func<T, object?>>? Match { get; set; }

    /// <summary>What becomes of rows that match the same stored row, text that the column's collation treats as equal included. Default: <see cref="DuplicateRows.Refuse" />.</summary>
    public DuplicateRows Duplicates { get; set; }

    /// <summary>Reads values that the server generated for new rows (defaults, computed columns, row versions) back to the entities, with one query per batch, in the call's transaction, and only
    /// if the entity type has such columns. Primary keys are always written to the entities. Default: <see langword="true" />.</summary>
    public bool ReadGenerated { get; set; } = true;

    /// <summary>The options as a lambda that sets them: what makes <c>new() { … }</c> stand for options where a call takes a lambda as well.</summary>
    /// <param name="options">The options.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static implicit operator Action<BulkInsertIfAbsentOptions<T>>(BulkInsertIfAbsentOptions<T> options) => ConfiguredOptions.Copying(options);
}
