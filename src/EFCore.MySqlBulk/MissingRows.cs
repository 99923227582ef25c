using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk;

/// <summary>What <c>BulkSynchronize</c> does with stored rows of its scope that no given row matches.</summary>
public sealed class MissingRows
{
    private MissingRows(LambdaExpression? set = null) => Set = set;

    private MissingRows(IForeignKey severed) => Severed = severed;

    /// <summary>They are deleted, by their primary keys.</summary>
    public static MissingRows Delete { get; } = new();

    /// <summary>They stay as they are, and are only counted.</summary>
    public static MissingRows Keep { get; } = new();

    internal LambdaExpression? Set { get; }

    /// <summary>The foreign key that is set to NULL.</summary>
    internal IForeignKey? Severed { get; }

    /// <summary>They no longer refer to anything by a foreign key.</summary>
    internal static MissingRows Sever(IForeignKey foreignKey) => new(foreignKey);

    /// <summary>They are updated, for example to mark them as deleted. Rows that have these values already are not written.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The new values, as <c>c => new City { IsGone = true, Version = c.Version + 1 }</c>, in the terms of <see cref="BulkInsertOrUpdateOptions{T}.Set" />.</param>
    public static MissingRows Update<T>(Expression<Func<T, T>> set)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(set);
        return new(Expression.Lambda(set.Body, set.Parameters[0], Expression.Parameter(typeof(T), "given")));
    }
}
