using System.Linq.Expressions;
using System.Reflection;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace EFCore.MySqlBulk.Mapping.Columns;

/// <summary>Expressions that read and write a column's property without boxing.</summary>
internal static class ColumnAccess
{
    /// <summary>The field or property that EF Core reads, according to the model's property access mode.</summary>
    public static MemberInfo MemberToRead(IPropertyBase property) => property.GetMemberInfo(forMaterialization: false, forSet: false);

    /// <summary>The property's value on <paramref name="entity" />, in the property's own type. Not for shadow properties.</summary>
    public static Expression Read(ColumnMap column, Expression entity)
    {
        if (column.Property.IsIndexerProperty())
            return ReadIndexed(column.Property, entity);
        Expression value = ReadMember(column, entity);
        Type type = column.Property.ClrType;
        if (Nullable.GetUnderlyingType(value.Type) is not null && !ClrTypes.CanBeNull(type))
            value = Expression.Call(value, nameof(Nullable<int>.GetValueOrDefault), null);
        return value.Type == type ? value : Expression.Convert(value, type);
    }

    /// <summary>The value of one member of <paramref name="holder" />, in its property's own type.</summary>
    public static Expression Read(IPropertyBase property, Expression holder)
    {
        Expression value = Member(holder, MemberToRead(property));
        return Nullable.GetUnderlyingType(value.Type) is not null && !ClrTypes.CanBeNull(property.ClrType) ? Expression.Call(value, nameof(Nullable<int>.GetValueOrDefault), null) : value;
    }

    /// <summary>Reads one member of an object, boxed.</summary>
    public static Func<object, object?> CompileReader(IPropertyBase property)
    {
        ParameterExpression holder = Expression.Parameter(typeof(object));
        Expression value = Read(property, Expression.Convert(holder, property.DeclaringType.ClrType));
        return Expression.Lambda<Func<object, object?>>(Expression.Convert(value, typeof(object)), holder).Compile();
    }

    /// <summary>Writes one member of an object.</summary>
    public static Action<object, object?> CompileWriter(IPropertyBase property)
    {
        ParameterExpression holder = Expression.Parameter(typeof(object));
        ParameterExpression value = Expression.Parameter(typeof(object));
        Expression member = Settable(property, Expression.Convert(holder, property.DeclaringType.ClrType));
        return Expression.Lambda<Action<object, object?>>(Assignment(member, Expression.Convert(value, member.Type)), holder, value).Compile();
    }

    /// <summary>Reads, boxed, the object at the end of a column's path; <see langword="null" /> if an object on the path is null.</summary>
    public static Func<object, object?> CompilePartReader(ColumnMap column)
    {
        ParameterExpression item = Expression.Parameter(typeof(object));
        Expression entity = Expression.Convert(item, column.Path![0].DeclaringType!);
        Expression part = Expression.Convert(ReadMember(column, entity), typeof(object));
        Expression read = IsAbsent(column, entity) is { } absent ? Expression.Condition(absent, Expression.Constant(null), part) : part;
        return Expression.Lambda<Func<object, object?>>(read, item).Compile();
    }

    // The value is read in the member's own type: a backing field may be null although its property cannot be.
    private static Expression ReadMember(ColumnMap column, Expression entity)
    {
        Expression value = entity;
        foreach (MemberInfo member in column.Path!)
            value = Member(value, member);
        return value;
    }

    /// <summary>Tests whether an owned entity or complex value on the path is null; there is no such expression if none can be.</summary>
    public static Expression? IsAbsent(ColumnMap column, Expression entity)
    {
        Expression? absent = null;
        Expression part = entity;
        for (int i = 0; i < column.Path!.Count - 1; i++)
        {
            part = Member(part, column.Path[i]);
            if (!column.OptionalParts.Contains(i))
                continue;
            Expression isNull = Expression.Equal(part, Expression.Constant(null, part.Type));
            absent = absent is null ? isNull : Expression.OrElse(absent, isNull);
        }

        return absent;
    }

    private static MemberExpression Member(Expression instance, MemberInfo member)
    {
        Expression value = Nullable.GetUnderlyingType(instance.Type) is null ? instance : Expression.Call(instance, nameof(Nullable<int>.GetValueOrDefault), null);
        return Expression.MakeMemberAccess(DeclaredBy(member, value), member);
    }

    // A value that is missing in a property bag is the type's default, as in EF Core's own getter.
    private static ConditionalExpression ReadIndexed(IProperty property, Expression entity)
    {
        Expression value = GetIndexed(property, entity);
        Type type = property.ClrType;
        return Expression.Condition(
            Expression.Equal(value, Expression.Constant(null)), Expression.Default(type), Expression.Convert(value, type));
    }

    private static BinaryExpression IsUnsetInBag(IProperty property, Expression entity)
    {
        Expression value = GetIndexed(property, entity);
        object? sentinel = property.Sentinel ?? (ClrTypes.CanBeNull(property.ClrType) ? null : Activator.CreateInstance(property.ClrType));
        Expression isSentinel = Expression.Call(typeof(object), nameof(Equals), null, value, Expression.Constant(sentinel, typeof(object)));
        return Expression.OrElse(Expression.Equal(value, Expression.Constant(null)), isSentinel);
    }

    private static MethodCallExpression GetIndexed(IProperty property, Expression entity)
    {
        MethodInfo get = typeof(IClrPropertyGetter).GetMethod(nameof(IClrPropertyGetter.GetClrValue), [typeof(object)])!;
        return Expression.Call(Expression.Constant(property.GetGetter(), typeof(IClrPropertyGetter)), get, entity);
    }

    /// <summary>Converts a value of the property's type to the type sent to the server, with the type mapping's converter; null stays null.</summary>
    public static Expression ToProvider(ValueMap column, Expression value)
    {
        ValueConverter? converter = column.TypeMapping.Converter;
        if (converter is null)
            return value;
        Expression converted = Invoke(converter.ConvertToProviderExpression, value);
        if (!ClrTypes.CanBeNull(value.Type) || converter.ConvertsNulls)
            return converted;
        Type nullable = ClrTypes.CanBeNull(converted.Type) ? converted.Type : typeof(Nullable<>).MakeGenericType(converted.Type);
        return Expression.Condition(
            Expression.Equal(value, Expression.Constant(null, value.Type)), Expression.Constant(null, nullable), Expression.Convert(converted, nullable));
    }

    /// <summary>Writes an integer that the server generated to the column's property.</summary>
    public static Action<object, long> CompileIntegerWriter(ColumnMap column, Type entityType)
    {
        ParameterExpression entity = Expression.Parameter(typeof(object));
        ParameterExpression value = Expression.Parameter(typeof(long));
        return Expression.Lambda<Action<object, long>>(Assign(column, entityType, entity, FromInteger(column, value)), entity, value).Compile();
    }

    /// <summary>Writes a boxed value of the property's type to it.</summary>
    public static Action<object, object?> CompileWriter(ColumnMap column, Type entityType)
    {
        ParameterExpression entity = Expression.Parameter(typeof(object));
        ParameterExpression value = Expression.Parameter(typeof(object));
        return Expression.Lambda<Action<object, object?>>(Assign(column, entityType, entity, value), entity, value).Compile();
    }

    /// <summary>Turns an integer that the server generated into the property's type.</summary>
    public static Func<long, object> CompileFromInteger(ColumnMap column)
    {
        ParameterExpression value = Expression.Parameter(typeof(long));
        Expression converted = Expression.Convert(FromInteger(column, value), column.Property.ClrType);
        return Expression.Lambda<Func<long, object>>(Expression.Convert(converted, typeof(object)), value).Compile();
    }

    /// <summary>Whether an entity holds the property's sentinel, so that the server generates the value. Compiled on first use. Not for shadow properties.</summary>
    public static bool IsUnset(ColumnMap column, object item) => (column.HasSentinel ??= CompileSentinelTest(column))(item);

    /// <summary>The same as an expression. As in EF Core, null is not a sentinel but no value, unless the member itself can be null.</summary>
    public static Expression HasSentinel(ColumnMap column, Expression entity)
    {
        if (column.Property.IsIndexerProperty())
            return IsUnsetInBag(column.Property, entity);
        Expression value = ReadMember(column, entity);
        bool canBeNull = ClrTypes.CanBeNull(value.Type);
        if (column.Property.Sentinel is not { } sentinel)
            return canBeNull ? Expression.Equal(value, Expression.Constant(null, value.Type)) : Expression.Constant(false);
        ValueComparer comparer = column.Property.GetValueComparer();
        Expression equal = comparer.ExtractEqualsBody(
            value.Type == comparer.Type ? value : Expression.Convert(value, comparer.Type), Expression.Constant(sentinel, comparer.Type));
        return canBeNull ? Expression.AndAlso(Expression.NotEqual(value, Expression.Constant(null, value.Type)), equal) : equal;
    }

    private static Func<object, bool> CompileSentinelTest(ColumnMap column)
    {
        ParameterExpression entity = Expression.Parameter(typeof(object));
        return Expression.Lambda<Func<object, bool>>(HasSentinel(column, Expression.Convert(entity, column.Path![0].DeclaringType!)), entity).Compile();
    }

    private static Expression FromInteger(ColumnMap column, Expression value)
        => column.TypeMapping.Converter is { } converter
            ? Invoke(converter.ConvertFromProviderExpression, Narrowed(value, converter.ProviderClrType))
            : Narrowed(value, column.Property.ClrType);

    // An unsigned 64-bit integer arrives as a signed one with the same bits; any other value that does not fit is an error, not another number.
    private static UnaryExpression Narrowed(Expression value, Type type)
        => (Nullable.GetUnderlyingType(type) ?? type) is var plain && plain == typeof(ulong)
            ? Expression.Convert(Expression.Convert(value, plain), type)
            : Expression.Convert(Expression.ConvertChecked(value, plain.IsEnum ? plain.GetEnumUnderlyingType() : plain), type);

    private static Expression Assign(ColumnMap column, Type entityType, Expression entity, Expression value)
        => Assign(column, Expression.Convert(entity, entityType), 0, value);

    private static Expression Assign(ColumnMap column, Expression instance, int depth, Expression value)
    {
        if (depth == column.Path!.Count - 1)
        {
            Expression last = Settable(column.Property, instance);
            return Assignment(last, Expression.Convert(value, last.Type));
        }

        MemberInfo member = column.Path[depth];
        Expression part = Expression.MakeMemberAccess(DeclaredBy(member, instance), member);
        if (!part.Type.IsValueType)
            return Assign(column, part, depth + 1, value);
        // Reading a struct returns a copy: it is changed and then replaces the original.
        ParameterExpression copy = Expression.Variable(part.Type);
        return Expression.Block(
            [copy],
            Expression.Assign(copy, part),
            Assign(column, copy, depth + 1, value),
            Assignment(Settable(ComplexProperty(column, depth), instance), copy));
    }

    // EF Core's own setter also writes read-only fields, as it does to materialize an entity.
    private static Expression Assignment(Expression member, Expression value)
        => member is MemberExpression field ? field.Assign(value) : Expression.Assign(member, value);

    private static Expression Settable(IPropertyBase property, Expression instance)
    {
        MemberInfo member = property.GetMemberInfo(forMaterialization: false, forSet: true);
        return member is PropertyInfo indexer && property is IProperty { } own && own.IsIndexerProperty()
            ? Expression.Property(DeclaredBy(member, instance), indexer, Expression.Constant(property.Name))
            : Expression.MakeMemberAccess(DeclaredBy(member, instance), member);
    }

    // The complex properties of a path are found in the declaring types, from the inside out.
    private static IComplexProperty ComplexProperty(ColumnMap column, int depth)
    {
        IComplexProperty complex = ((IComplexType)column.Property.DeclaringType).ComplexProperty;
        for (int i = column.Path!.Count - 2; i > depth; i--)
            complex = ((IComplexType)complex.DeclaringType).ComplexProperty;
        return complex;
    }

    private static Expression DeclaredBy(MemberInfo member, Expression instance)
        => member.DeclaringType!.IsAssignableFrom(instance.Type) ? instance : Expression.Convert(instance, member.DeclaringType);

    private static Expression Invoke(LambdaExpression lambda, Expression argument)
    {
        ParameterExpression parameter = lambda.Parameters[0];
        Expression converted = argument.Type == parameter.Type ? argument : Expression.Convert(argument, parameter.Type);
        return new ParameterReplacer(parameter, converted).Visit(lambda.Body);
    }

    private sealed class ParameterReplacer(ParameterExpression from, Expression to) : ExpressionVisitor
    {
        protected override Expression VisitParameter(ParameterExpression node) => node == from ? to : node;
    }
}
