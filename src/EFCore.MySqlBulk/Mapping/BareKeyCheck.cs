using System.Globalization;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Refuses a bare key whose value does not exist in the key property's type, such as 2.9 for an <c>int</c>: converted, it would be another row's key.</summary>
internal sealed class BareKeyCheck
{
    private readonly Func<object, ColumnMap?>? _findMisfit;

    private BareKeyCheck(TableMap table, Type keyType) => _findMisfit = Compile(table, keyType);

    public static BareKeyCheck Of(TableMap table, Type keyType)
        => table.GetOrAdd((nameof(BareKeyCheck), keyType), static (map, key) => new BareKeyCheck(map, key.keyType));

    /// <exception cref="BulkOperationException">The key cannot be converted without loss.</exception>
    public void Check(object key, int index)
    {
        if (_findMisfit?.Invoke(key) is not { } column)
            return;
        string message = string.Create(
            CultureInfo.InvariantCulture,
            $"Row {index} is the key {key}, which cannot be converted to {Own(column).Name}, the type of {column.DisplayName}, without loss. Give keys of the property's own type.");
        throw new BulkOperationException(message)
        {
            RowIndex = index,
            Key = key is ITuple parts ? [.. Enumerable.Range(0, parts.Length).Select(i => parts[i])] : [key],
        };
    }

    // Nothing is compiled if the key's type always converts without loss.
    private static Func<object, ColumnMap?>? Compile(TableMap table, Type keyType)
    {
        ParameterExpression item = Expression.Parameter(typeof(object));
        Expression misfit = Expression.Constant(null, typeof(ColumnMap));
        bool isExact = true;
        for (int i = table.Key.Count - 1; i >= 0; i--)
        {
            Expression part = BareKeys.Part(table, Expression.Convert(item, keyType), i);
            if (part.Type == table.Key[i].Property.ClrType || part.Type == Own(table.Key[i]))
                continue;
            misfit = Expression.Condition(ExactNumber.Test(part, Own(table.Key[i])), misfit, Expression.Constant(table.Key[i]));
            isExact = false;
        }

        return isExact ? null : Expression.Lambda<Func<object, ColumnMap?>>(misfit, item).Compile();
    }

    private static Type Own(ColumnMap column) => Nullable.GetUnderlyingType(column.Property.ClrType) ?? column.Property.ClrType;
}
