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
    /// <exception cref="ArgumentException">It is no object initializer.</exception>
    public static Orphans<T> Update(Expression<Func<T, T>> set)
    {
        ArgumentNullException.ThrowIfNull(set);
        return new(OrphanRule.Update(RowSetter.Of(set, "BulkSynchronizeOptions.Orphans")));
    }

    /// <summary>They are updated, property by property: for entities with <c>required</c> members or private setters. Rows that have these values already are not written.</summary>
    /// <param name="setters">The new values, as <c>s => s.SetProperty(c => c.IsGone, true).SetProperty(c => c.Version, c => c.Version + 1)</c>.</param>
    /// <exception cref="ArgumentException">No property is set.</exception>
    public static Orphans<T> Update(Func<OrphanSetters<T>, OrphanSetters<T>> setters)
    {
        ArgumentNullException.ThrowIfNull(setters);
        return setters(new()).All is { Count: > 0 } all ? new(OrphanRule.Update(all)) : throw new ArgumentException("BulkSynchronizeOptions.Orphans sets no property. Call SetProperty.", nameof(setters));
    }
}
