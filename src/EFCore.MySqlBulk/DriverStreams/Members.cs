using System.Linq.Expressions;
using System.Reflection;

namespace EFCore.MySqlBulk.DriverStreams;

/// <summary>Finds members of a driver by name and type.</summary>
internal static class Members
{
    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <exception cref="MissingMemberException">The driver has no such type.</exception>
    public static Type TypeOf(Assembly driver, string name) => driver.GetType(name) ?? throw new MissingMemberException($"it has no {name}");

    /// <exception cref="MissingMemberException">The type has no such field, or one of another type.</exception>
    public static FieldInfo Field(Type type, string name, Type? of)
        => type.GetField(name, Any) is { } field && (of is null || field.FieldType == of) ? field : throw new MissingMemberException($"{type.Name} has no {name}");

    /// <summary>Reads a property.</summary>
    /// <exception cref="MissingMemberException">The type has no such property, or one of another type.</exception>
    public static Func<object, T> Property<T>(Type type, string name)
    {
        if (type.GetProperty(name, Any) is not { CanRead: true } property || property.PropertyType != typeof(T))
            throw new MissingMemberException($"{type.Name} has no {name}");
        ParameterExpression target = Expression.Parameter(typeof(object));
        return Expression.Lambda<Func<object, T>>(Expression.Property(Expression.Convert(target, type), property), target).Compile();
    }

    /// <summary>Calls a method of one parameter.</summary>
    /// <exception cref="MissingMemberException">The type has no such method.</exception>
    public static Action<object, T> Method<T>(Type type, string name, Type parameter)
    {
        MethodInfo method = type.GetMethod(name, Any, [parameter]) ?? throw new MissingMemberException($"{type.Name} has no {name}");
        ParameterExpression target = Expression.Parameter(typeof(object));
        ParameterExpression argument = Expression.Parameter(typeof(T));
        return Expression.Lambda<Action<object, T>>(Expression.Call(Expression.Convert(target, type), method, Expression.Convert(argument, parameter)), target, argument).Compile();
    }

    /// <summary>Calls a method without parameters.</summary>
    /// <exception cref="MissingMemberException">The type has no such method.</exception>
    public static Action<object> Method(Type type, string name)
    {
        MethodInfo method = type.GetMethod(name, Any, []) ?? throw new MissingMemberException($"{type.Name} has no {name}");
        ParameterExpression target = Expression.Parameter(typeof(object));
        return Expression.Lambda<Action<object>>(Expression.Call(Expression.Convert(target, type), method), target).Compile();
    }

    /// <summary>The constructor with these parameters.</summary>
    /// <exception cref="MissingMemberException">The type has none.</exception>
    public static ConstructorInfo Constructor(Type type, params Type[] parameters)
        => type.GetConstructor(Any, parameters) ?? throw new MissingMemberException($"{type.Name} has no constructor for {string.Join(", ", parameters.Select(parameter => parameter.Name))}");
}
