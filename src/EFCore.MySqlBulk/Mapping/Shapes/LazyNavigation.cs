using System.Reflection;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Shapes;

/// <summary>Navigations that query the database when they are read.</summary>
internal static class LazyNavigation
{
    /// <summary>Whether instances of the type may have a lazy loader.</summary>
    public static bool CanBeIn(IEntityType type)
        => type.GetServiceProperties().Any(property => property.ClrType == typeof(ILazyLoader) || property.ClrType == typeof(Action<object, string>));

    /// <summary>Whether EF Core reads the navigation through its property, which may call the lazy loader, and not through a field.</summary>
    public static bool LoadsWhenRead(INavigationBase navigation) => navigation.GetMemberInfo(forMaterialization: false, forSet: false) is PropertyInfo;
}
