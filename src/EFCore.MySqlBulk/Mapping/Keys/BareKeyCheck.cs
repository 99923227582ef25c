using System.Globalization;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Keys;

/// <summary>Refuses a bare key that cannot be converted to the property's type without loss, such as 2.9 for an <c>int</c>: converted, it would be another row's key.</summary>
internal sealed class BareKeyCheck
{
    private readonly Func<object, IProperty?>? _findMisfit;

    /// <param name="key">The key's properties.</param>
    /// <param name="keyType">The type of the keys given.</param>
    public BareKeyCheck(IReadOnlyList<IProperty> key, Type keyType) => _findMisfit = Compile(key, keyType);

    public static BareKeyCheck Of(TableMap table, Type keyType)
        => table.GetOrAdd((nameof(BareKeyCheck), keyType), static (map, key) => new BareKeyCheck([.. map.Key.Select(c => c.Property)], key.keyType));

    /// <exception cref="BulkOperationException">The key cannot be converted without loss.</exception>
    public void Check(object key, int index)
    {
        if (_findMisfit?.Invoke(key) is not { } property)
            return;
        string message = string.Create(
            CultureInfo.InvariantCulture,
            $"Row {index} is the key {key}, which cannot be converted to {Own(property.ClrType).Name}, the type of {property.DeclaringType.DisplayName()}.{property.Name}, without loss. Give keys of the property's own type.");
        throw new BulkOperationException(message)
        {
            RowIndex = index,
            Key = key is ITuple parts ? [.. Enumerable.Range(0, parts.Length).Select(i => parts[i])] : [key],
        };
    }

    // Nothing is compiled if the key's type always converts without loss.
    private static Func<object, IProperty?>? Compile(IReadOnlyList<IProperty> key, Type keyType)
    {
        ParameterExpression item = Expression.Parameter(typeof(object));
        Expression misfit = Expression.Constant(null, typeof(IProperty));
        bool isExact = true;
        for (int i = key.Count - 1; i >= 0; i--)
        {
            Expression part = BareKeys.Part(key.Count, Expression.Convert(item, keyType), i);
            Type own = Own(key[i].ClrType);
            if (Own(part.Type) == own)
                continue;
            Expression isFit = Nullable.GetUnderlyingType(part.Type) is null
                ? ExactNumber.Test(part, own)
                : Expression.OrElse(Expression.Equal(part, Expression.Constant(null, part.Type)), ExactNumber.Test(Expression.Convert(part, Own(part.Type)), own));
            misfit = Expression.Condition(isFit, misfit, Expression.Constant(key[i], typeof(IProperty)));
            isExact = false;
        }

        return isExact ? null : Expression.Lambda<Func<object, IProperty?>>(misfit, item).Compile();
    }

    private static Type Own(Type type) => Nullable.GetUnderlyingType(type) ?? type;
}
