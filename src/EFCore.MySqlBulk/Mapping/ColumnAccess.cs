using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Expressions that read and write a column's property without boxing.</summary>
internal static class ColumnAccess
{
    /// <summary>The field or property that EF Core reads, by the model's property access mode.</summary>
    public static MemberInfo MemberToRead(IPropertyBase property) => property.GetMemberInfo(forMaterialization: false, forSet: false);

    /// <summary>The property's value on <paramref name="entity" />, in the property's own type. Not for shadow properties.</summary>
    public static Expression Read(ColumnMap column, Expression entity)
    {
        Expression value = entity;
        foreach (MemberInfo member in column.Path!)
            value = Member(member, value, column.Property);
        return value.Type == column.Property.ClrType ? value : Expression.Convert(value, column.Property.ClrType);
    }

    /// <summary>A value of the property's type as the server is given it: through the type mapping's converter, null stays null.</summary>
    public static Expression ToProvider(ColumnMap column, Expression value)
    {
        ValueConverter? converter = column.TypeMapping.Converter;
        if (converter is null)
            return value;
        Expression converted = Invoke(converter.ConvertToProviderExpression, value);
        if (!CanBeNull(value.Type) || converter.ConvertsNulls)
            return converted;
        Type nullable = CanBeNull(converted.Type) ? converted.Type : typeof(Nullable<>).MakeGenericType(converted.Type);
        return Expression.Condition(
            Expression.Equal(value, Expression.Constant(null, value.Type)), Expression.Constant(null, nullable), Expression.Convert(converted, nullable));
    }

    public static bool CanBeNull(Type type) => !type.IsValueType || Nullable.GetUnderlyingType(type) is not null;

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

    /// <summary>Whether an entity holds the property's sentinel, so that the server generates the value.</summary>
    public static Func<object, bool> CompileSentinelTest(ColumnMap column, Type entityType)
    {
        ParameterExpression entity = Expression.Parameter(typeof(object));
        Expression value = Read(column, Expression.Convert(entity, entityType));
        Expression sentinel = Expression.Constant(column.Property.Sentinel, column.Property.ClrType);
        return Expression.Lambda<Func<object, bool>>(Expression.Equal(value, sentinel), entity).Compile();
    }

    private static Expression FromInteger(ColumnMap column, Expression value)
        => column.TypeMapping.Converter is { } converter
            ? Invoke(converter.ConvertFromProviderExpression, Expression.Convert(value, converter.ProviderClrType))
            : value;

    private static BinaryExpression Assign(ColumnMap column, Type entityType, Expression entity, Expression value)
    {
        Expression target = Expression.Convert(entity, entityType);
        foreach (MemberInfo member in column.Path!.SkipLast(1))
            target = Member(member, target, column.Property);
        MemberInfo last = column.Property.GetMemberInfo(forMaterialization: false, forSet: true);
        target = Expression.MakeMemberAccess(DeclaredBy(last, target), last);
        return Expression.Assign(target, Expression.Convert(value, target.Type));
    }

    private static Expression Member(MemberInfo member, Expression instance, IProperty property)
        => member is PropertyInfo { GetMethod: { } getter } indexer && indexer.GetIndexParameters().Length > 0
            ? Expression.Call(DeclaredBy(member, instance), getter, Expression.Constant(property.Name))
            : Expression.MakeMemberAccess(DeclaredBy(member, instance), member);

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
