using System.Linq.Expressions;

namespace EFCore.MySqlBulk;

/// <summary>What stored rows are set to, property by property, as in EF Core's <c>ExecuteUpdate</c>: <see cref="BulkInsertOrUpdateOptions{T}.Setters" />.</summary>
/// <typeparam name="T">The entity type.</typeparam>
public sealed class BulkSetters<T>
{
    private readonly List<RowSetter> _setters = [];

    internal BulkSetters()
    {
    }

    internal IReadOnlyList<RowSetter> All => _setters;

    /// <summary>Sets a property to a value that is calculated from the stored row and the given one.</summary>
    /// <typeparam name="TProperty">The property's type.</typeparam>
    /// <param name="property">The property, as <c>u => u.Hits</c> or <c>u => u.Address.City</c>.</param>
    /// <param name="value">The value, as <c>(stored, given) => stored.Hits + given.Hits</c>, in the terms of <see cref="BulkInsertOrUpdateOptions{T}.UpdateWhen" />.</param>
    /// <returns>The same setters, for the next one.</returns>
    public BulkSetters<T> SetProperty<TProperty>(Expression<Func<T, TProperty>> property, Expression<Func<T, T, TProperty>> value) => Add(RowSetter.Calculated(property, value));

    /// <summary>Sets a property to the same value in all rows.</summary>
    /// <typeparam name="TProperty">The property's type.</typeparam>
    /// <param name="property">The property, as <c>u => u.Source</c>.</param>
    /// <param name="value">The value.</param>
    /// <returns>The same setters, for the next one.</returns>
    public BulkSetters<T> SetProperty<TProperty>(Expression<Func<T, TProperty>> property, TProperty value) => Add(RowSetter.Constant(property, value));

    private BulkSetters<T> Add(RowSetter setter)
    {
        _setters.Add(setter);
        return this;
    }
}
