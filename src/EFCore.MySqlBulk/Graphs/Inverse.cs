using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Shapes;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>The navigation back from a related entity.</summary>
internal sealed class Inverse
{
    private readonly IClrPropertyGetter _getter;

    private Inverse(INavigationBase navigation)
    {
        Navigation = navigation;
        _getter = navigation.GetGetter();
        Set = navigation.IsCollection ? null : ColumnAccess.CompileWriter(navigation);
    }

    public INavigationBase Navigation { get; }

    /// <summary>Sets it; <see langword="null" /> for a collection.</summary>
    public Action<object, object?>? Set { get; }

    /// <summary>The getter of the navigation back; <see langword="null" /> if the class has no member for it.</summary>
    public static Inverse? Of(INavigationBase navigation)
        => navigation.Inverse is { } inverse && !inverse.IsShadowProperty() && !(LazyNavigation.CanBeIn(inverse.DeclaringEntityType) && LazyNavigation.LoadsWhenRead(inverse)) ? new(inverse) : null;

    public object? Get(object entity) => _getter.GetClrValue(entity);
}
