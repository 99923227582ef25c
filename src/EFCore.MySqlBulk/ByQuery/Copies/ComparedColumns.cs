using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>The properties by which copies on another server are compared with the rows.</summary>
internal static class ComparedColumns
{
    /// <summary>The properties that a lambda sets; all that are inserted if it returns the entity as it is.</summary>
    /// <param name="entityType">The type of the copies.</param>
    /// <param name="row">The lambda.</param>
    /// <param name="call">The method that moves.</param>
    /// <exception cref="InvalidOperationException">Parts of the copies could not be compared, or the primary key is not set.</exception>
    public static IReadOnlyList<IProperty> Of(IEntityType entityType, LambdaExpression row, string call)
    {
        IProperty[] compared = [.. row.Body is MemberInitExpression created
            ? created.Bindings.Select(binding => entityType.FindProperty(binding.Member.Name) ?? throw Uncompared(binding.Member.Name))
            : entityType.GetProperties().Where(property => property.GetBeforeSaveBehavior() == PropertySaveBehavior.Save)];
        if (entityType.GetNavigations().Where(navigation => navigation.TargetEntityType.IsOwned()).Concat<IPropertyBase>(entityType.GetComplexProperties()).FirstOrDefault() is { } part)
            throw Uncompared(part.Name);
        CheckKey(entityType, compared, call);
        return Array.Find(compared, property => property.IsShadowProperty()) is { } shadow ? throw Uncompared(shadow.Name) : compared;

        InvalidOperationException Uncompared(string member) => new($"'{entityType.DisplayName()}.{member}' cannot be compared with the row before that is deleted, because it is not a property with a column of its own. {call} to another context moves such properties only.");
    }

    /// <summary>Refuses rows without their primary key.</summary>
    /// <param name="entityType">The type of the copies.</param>
    /// <param name="set">The properties that are set.</param>
    /// <param name="call">The method that moves.</param>
    /// <exception cref="InvalidOperationException">The primary key is not set.</exception>
    public static void CheckKey(IEntityType entityType, IEnumerable<IProperty> set, string call)
    {
        if (entityType.FindPrimaryKey() is not { } key || key.Properties.Except(set).Any())
            throw new InvalidOperationException($"The row given to {call} leaves out the primary key of '{entityType.DisplayName()}', by which the copies are compared with the rows before those are deleted. Set it from the row.");
    }

    /// <summary>The first property that differs between a row and its copy; <see langword="null" /> if none does.</summary>
    public static IProperty? Different<T>(IReadOnlyList<IProperty> properties, T row, T? copy)
        where T : class
    {
        if (copy is null)
            return properties[0];
        foreach (IProperty property in properties)
        {
            if (!AreEqual(Stored(property, row), Stored(property, copy)))
                return property;
        }

        return null;
    }

    // The model's comparer may take different texts for equal.
    private static bool AreEqual(object? one, object? other) => one is byte[] bytes && other is byte[] others ? bytes.AsSpan().SequenceEqual(others) : Equals(one, other);

    private static object? Stored(IProperty property, object entity)
    {
        object? value = property.GetGetter().GetClrValue(entity);
        return property.GetTypeMapping().Converter is { } converter ? converter.ConvertToProvider(value) : value;
    }
}
