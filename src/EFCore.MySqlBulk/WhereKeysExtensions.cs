using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using EFCore.MySqlBulk.Reading;

namespace EFCore.MySqlBulk;

/// <summary>Filters queries by long lists of keys or values, which are sent in one parameter.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class WhereKeysExtensions
{
    /// <summary>The entities whose primary key is among those given.</summary>
    /// <typeparam name="TEntity">The entity type.</typeparam>
    /// <typeparam name="TKey">The key's type.</typeparam>
    /// <param name="query">A set, or any query of entities.</param>
    /// <param name="keys">The keys: scalars, or tuples in the order of the key's properties. They are read at once. A key may be given several times; a null one has no row.</param>
    /// <returns>The query, which can be composed further as after <c>Where</c>.</returns>
    /// <remarks>The keys are one JSON parameter, which <c>JSON_TABLE</c> turns into rows, so the statement is the same for any number of keys, and EF
    /// Core translates it once. It must fit into
    /// <c>max_allowed_packet</c>. An empty list yields no rows; the query is sent.</remarks>
    /// <exception cref="ArgumentException">The query is not one of EF Core, or the keys are a query.</exception>
    /// <exception cref="BulkOperationException">A key cannot be converted to the property's type without loss, such as 2.9 for an <see langword="int" />.</exception>
    /// <exception cref="InvalidOperationException">The query does not return entities, <typeparamref name="TKey" /> does not fit the primary key, the
    /// server is known not to have <c>JSON_TABLE</c> (MySQL before 8.0.4, MariaDB before 10.6), or the key cannot be sent in a list.</exception>
    public static IQueryable<TEntity> WhereKeys<TEntity, TKey>(this IQueryable<TEntity> query, IEnumerable<TKey> keys)
        where TEntity : class
        => ReadCall.WhereKeys(query, keys);

    /// <summary>The entities whose property has one of the values given.</summary>
    /// <typeparam name="TEntity">The entity type.</typeparam>
    /// <typeparam name="TValue">The property's type.</typeparam>
    /// <param name="query">A set, or any query of entities.</param>
    /// <param name="property">The property, as <c>u => u.Email</c> or <c>u => u.Address.City</c>. An index on it is used.</param>
    /// <param name="values">The values. They are read at once. If one is null, the filter is <c>Contains</c>, and each value is in the statement.</param>
    /// <returns>The query, which can be composed further as after <c>Where</c>.</returns>
    /// <inheritdoc cref="WhereKeys{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey})" path="/remarks" />
    /// <exception cref="ArgumentException">The query is not one of EF Core, the values are a query, or <paramref name="property" /> does not select a property.</exception>
    /// <exception cref="BulkOperationException">A value cannot be converted to the property's type without loss.</exception>
    /// <exception cref="InvalidOperationException">The query does not return entities, the property is not mapped, the server is known not to have
    /// <c>JSON_TABLE</c> (MySQL before 8.0.4, MariaDB before 10.6), or the property's values cannot be sent in a list.</exception>
    public static IQueryable<TEntity> WhereIn<TEntity, TValue>(this IQueryable<TEntity> query, Expression<Func<TEntity, TValue>> property, IEnumerable<TValue> values)
        where TEntity : class
        => ReadCall.WhereIn(query, property, values);
}
