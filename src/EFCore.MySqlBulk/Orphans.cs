#pragma warning disable CA1000 // The type argument makes a setter of another entity type a compile-time error.
using System.Linq.Expressions;

namespace EFCore.MySqlBulk;

/// <summary>What <c>BulkSynchronize</c> does with orphans: stored rows of its scope that no given row matches.</summary>
/// <typeparam name="T">The entity type.</typeparam>
public sealed class Orphans<T>
    where T : class
{
    private Orphans(OrphanRule rule) => Rule = rule;

    /// <summary>They are deleted, by their primary keys.</summary>
    public static Orphans<T> Delete { get; } = new(OrphanRule.Delete);

    /// <summary>They stay as they are, and are only counted.</summary>
    public static Orphans<T> Keep { get; } = new(OrphanRule.Keep);

    internal OrphanRule Rule { get; }

    /// <summary>They are updated, for example to mark them as deleted. Rows that have these values already are not written.</summary>
    /// <param name="set">The new values, as <c>c => new City { IsGone = true, Version = c.Version + 1 }</c>, in the terms of <see cref="BulkInsertOrUpdateOptions{T}.Set" />.</param>
    public static Orphans<T> Update(Expression<Func<T, T>> set)
    {
        ArgumentNullException.ThrowIfNull(set);
        return new(OrphanRule.Update(Expression.Lambda(set.Body, set.Parameters[0], Expression.Parameter(typeof(T), "given"))));
    }
}
