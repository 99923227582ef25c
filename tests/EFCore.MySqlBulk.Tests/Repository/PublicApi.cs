using System.Reflection;
using System.Text;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>Prints the public API of an assembly: one line for each type and each member that is not inherited.</summary>
internal static class PublicApi
{
    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    public static string Of(Assembly assembly)
    {
        StringBuilder text = new();
        foreach (Type type in assembly.GetExportedTypes().OrderBy(t => t.FullName, StringComparer.Ordinal))
        {
            text.Append(Header(type)).Append('\n');
            foreach (string member in Members(type).Order(StringComparer.Ordinal))
                text.Append("    ").Append(member).Append('\n');
            text.Append('\n');
        }

        return text.ToString().TrimEnd('\n') + "\n";
    }

    private static string Header(Type type)
    {
        string kind = type.IsEnum ? "enum" : type.IsValueType ? "struct" : type.IsInterface ? "interface" : type.IsAbstract && type.IsSealed ? "static class"
            : type.IsAbstract ? "abstract class" : type.IsSealed ? "sealed class" : "class";
        bool hasBase = type.BaseType is { } above && above != typeof(object) && above != typeof(ValueType) && above != typeof(Enum);
        return $"{kind} {ApiTypeName.Of(type)}{(hasBase ? $" : {ApiTypeName.Of(type.BaseType!)}" : "")}";
    }

    private static IEnumerable<string> Members(Type type)
    {
        if (type.IsEnum)
            return Enum.GetNames(type).Select(name => $"{name} = {Convert.ToInt64(Enum.Parse(type, name), null)}");
        return type.GetConstructors(Declared).Where(c => IsShown(c) && !IsCopy(c)).Select(ApiMember.Of)
            .Concat(type.GetProperties(Declared).Where(p => IsShown(p.GetMethod) && p.Name != "EqualityContract").Select(ApiMember.Of))
            .Concat(type.GetFields(Declared).Where(f => f.IsPublic || f.IsFamily).Select(ApiMember.Of))
            .Concat(type.GetMethods(Declared).Where(m => IsShown(m) && !m.IsSpecialName && !IsMadeByTheCompiler(m)).Select(ApiMember.Of));
    }

    // private protected is not public.
    private static bool IsShown(MethodBase? member) => member is { IsPublic: true } or { IsFamily: true } or { IsFamilyOrAssembly: true };

    private static bool IsCopy(ConstructorInfo constructor) => constructor.GetParameters() is [var only] && only.ParameterType == constructor.DeclaringType;

    private static bool IsMadeByTheCompiler(MethodInfo method)
        => method.IsDefined(typeof(System.Runtime.CompilerServices.CompilerGeneratedAttribute)) || method.Name is "<Clone>$" or "PrintMembers";
}
