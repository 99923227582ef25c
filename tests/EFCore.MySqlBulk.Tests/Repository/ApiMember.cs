using System.Globalization;
using System.Reflection;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>Prints a member as its signature.</summary>
internal static class ApiMember
{
    private static readonly NullabilityInfoContext Nullability = new();

    public static string Of(ConstructorInfo constructor) => $"new({Parameters(constructor)})";

    public static string Of(FieldInfo field) => $"{ApiTypeName.Of(field.FieldType, Nullability.Create(field))} {field.Name}";

    public static string Of(PropertyInfo property)
    {
        bool isInit = property.SetMethod?.ReturnParameter.GetRequiredCustomModifiers().Any(m => m.Name == "IsExternalInit") == true;
        string set = property.SetMethod is { IsPublic: true } ? isInit ? " init;" : " set;" : "";
        return $"{Static(property.GetMethod!)}{ApiTypeName.Of(property.PropertyType, Nullability.Create(property))} {property.Name} {{ get;{set} }}";
    }

    public static string Of(MethodInfo method)
    {
        string generic = method.IsGenericMethod ? $"<{string.Join(", ", method.GetGenericArguments().Select(a => a.Name))}>" : "";
        string extends = method.IsDefined(typeof(System.Runtime.CompilerServices.ExtensionAttribute)) ? "this " : "";
        return $"{Static(method)}{ApiTypeName.Of(method.ReturnType, Nullability.Create(method.ReturnParameter))} {method.Name}{generic}({extends}{Parameters(method)})"
            + Constraints(method);
    }

    private static string Static(MethodBase method) => method.IsStatic ? "static " : method is MethodInfo m && m.GetBaseDefinition() != m ? "override " : "";

    private static string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(p
        => $"{ApiTypeName.Of(p.ParameterType, Nullability.Create(p))} {p.Name}{(p.HasDefaultValue ? $" = {Default(p)}" : "")}"));

    private static string Default(ParameterInfo parameter)
        => parameter.DefaultValue is null
            ? parameter.ParameterType.IsValueType ? "default" : "null"
            : Convert.ToString(parameter.DefaultValue, CultureInfo.InvariantCulture)!.ToLowerInvariant();

    private static string Constraints(MethodInfo method)
        => string.Concat(method.GetGenericArguments().Select(argument => (argument, names: ConstraintNames(argument)))
            .Where(c => c.names.Count > 0).Select(c => $" where {c.argument.Name} : {string.Join(", ", c.names)}"));

    private static List<string> ConstraintNames(Type argument)
    {
        List<string> names = [.. argument.GetGenericParameterConstraints().Select(t => ApiTypeName.Of(t))];
        if (argument.GenericParameterAttributes.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint))
            names.Insert(0, "class");
        return names;
    }
}
