using System.Reflection;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.ChangeTracking;

/// <summary>The objects that an entity's properties hold. A value comparer may find a snapshot unequal to its source (a list's snapshot without
/// repetitions); EF Core then mistakes an accepted value for a change and reverts it to the snapshot. <c>SaveChanges</c> keeps the entity's own
/// object, and so does this.</summary>
internal readonly struct KeptInstances
{
    private const string AnnotationName = "EFCore.MySqlBulk:KeptInstances";
    private readonly EntityEntry _entry;
    private readonly List<(IProperty Property, object Value)>? _values;

    private KeptInstances(EntityEntry entry, List<(IProperty Property, object Value)>? values) => (_entry, _values) = (entry, values);

    public static KeptInstances Of(EntityEntry entry)
    {
        List<(IProperty, object)>? values = null;
        foreach (IProperty property in HoldersOf(entry.Metadata))
        {
            if (entry.Property(property).CurrentValue is { } value)
                (values ??= []).Add((property, value));
        }

        return new(entry, values);
    }

    /// <summary>Restores objects that were replaced, without notifying the context; it compares them when it next detects changes, as after <c>SaveChanges</c>.</summary>
    public void PutBack()
    {
        foreach ((IProperty property, object value) in _values ?? [])
        {
            if (ReferenceEquals(_entry.Property(property).CurrentValue, value))
                continue;
            MemberInfo? member = property.GetMemberInfo(forMaterialization: true, forSet: true);
            if (member is FieldInfo field)
                field.SetValue(_entry.Entity, value);
            else
                ((PropertyInfo)member!).SetValue(_entry.Entity, value);
        }
    }

    private static IProperty[] HoldersOf(IEntityType type)
        => type.GetOrAddRuntimeAnnotationValue(
            AnnotationName, static given => given!.GetProperties().Where(property => !property.ClrType.IsValueType && property.ClrType != typeof(string) && !property.IsShadowProperty()).ToArray(), type);
}
