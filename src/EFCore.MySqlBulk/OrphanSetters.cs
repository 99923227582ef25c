using System.Linq.Expressions;

namespace EFCore.MySqlBulk;

/// <summary>What orphans are set to, property by property, as in EF Core's <c>ExecuteUpdate</c>: <see cref="Orphans{T}.Update(Func{OrphanSetters{T}, OrphanSetters{T}})" />.</summary>
/// <typeparam name="T">The entity type.</typeparam>
public sealed class OrphanSetters<T>
{
    private readonly List<RowSetter> _setters = [];

    internal OrphanSetters()
    {
    }

    internal IReadOnlyList<RowSetter> All => _setters;

    /// <summary>Sets a property to a value that is calculated from the stored row.</summary>
    /// <typeparam name="TProperty">The property's type.</typeparam>
    /// <param name="property">The property, as <c>c => c.Version</c>.</param>
    /// <param name="value">The value, as <c>stored => stored.Version + 1</c>, in the terms of <see cref="BulkInsertOrUpdateOptions{T}.UpdateWhen" />.</param>
    /// <returns>The same setters, for the next one.</returns>
    public OrphanSetters<T> SetProperty<TProperty>(Expression<Func<T, TProperty>> property, Expression<Func<T, TProperty>> value) => Add(RowSetter.Calculated(property, value));

    /// <summary>Sets a property to the same value in all rows.</summary>
    /// <typeparam name="TProperty">The property's type.</typeparam>
    /// <param name="property">The property, as <c>c => c.IsGone</c>.</param>
    /// <param name="value">The value.</param>
    /// <returns>The same setters, for the next one.</returns>
    public OrphanSetters<T> SetProperty<TProperty>(Expression<Func<T, TProperty>> property, TProperty value) => Add(RowSetter.Constant(property, value));

    private OrphanSetters<T> Add(RowSetter setter)
    {
        _setters.Add(setter);
        return this;
    }
}
