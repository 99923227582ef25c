using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Values;

/// <summary>Finds the <see cref="ValueOrigin" /> of a property from what <c>SaveChanges</c> would write, omit and read back.</summary>
internal static class ValueOrigins
{
    /// <summary>The origin of a property's column.</summary>
    /// <param name="property">The property.</param>
    /// <param name="mapping">Its column.</param>
    /// <param name="isCounter">Whether it is the AUTO_INCREMENT key.</param>
    public static ValueOrigin Of(IProperty property, IColumnMapping mapping, bool isCounter)
    {
        bool isGenerated = property.ValueGenerated.HasFlag(ValueGenerated.OnAdd);
        if (mapping.Column.ComputedColumnSql is not null)
            return ValueOrigin.Server;
        return property.GetBeforeSaveBehavior() switch
        {
            PropertySaveBehavior.Ignore => isGenerated ? ValueOrigin.Server : ValueOrigin.Omitted,
            PropertySaveBehavior.Throw => ValueOrigin.StoreDefault,
            _ when !isGenerated => ValueOrigin.Entity,
            _ when HasDefault(property, mapping) => ValueOrigin.StoreDefault,
            _ when IsGeneratedByClient(property) => ValueOrigin.Entity,
            _ => isCounter ? ValueOrigin.AutoIncrement : ValueOrigin.StoreDefault,
        };
    }

    /// <summary>The key's AUTO_INCREMENT property, as <c>SaveChanges</c> determines it: the only generated number of the primary key that comes from neither the client
    /// nor a default. Any other generated number has a default that only the database knows, and is read back by the key.</summary>
    public static IProperty? Counter(IKey key)
    {
        IProperty[] generated = [.. key.Properties.Where(IsCounted)];
        return generated is [var only] ? only : null;
    }

    private static bool IsCounted(IProperty property)
        => property.ValueGenerated.HasFlag(ValueGenerated.OnAdd) && property.GetBeforeSaveBehavior() == PropertySaveBehavior.Save && property.GetContainingForeignKeys().All(IsOfTheSameRow)
            && ValueKinds.Of(property.GetRelationalTypeMapping()).IsInteger()
            && !property.TryGetDefaultValue(out _) && property.GetDefaultValueSql() is null && !IsGeneratedByClient(property);

    // The tables of a hierarchy are linked by its key, which the first of them generates.
    private static bool IsOfTheSameRow(IForeignKey foreignKey)
        => foreignKey.PrincipalEntityType.IsAssignableFrom(foreignKey.DeclaringEntityType) && foreignKey.PrincipalKey.Properties.SequenceEqual(foreignKey.Properties);

    /// <summary>Whether every statement writes the entity's value.</summary>
    public static bool IsPlain(IProperty property, IColumnMapping mapping)
        => Of(property, mapping, isCounter: false) == ValueOrigin.Entity && !HasDefault(property, mapping) && IsPlain(property);

    /// <summary>The same for a property without a column of its own.</summary>
    public static bool IsPlain(IProperty property)
        => property.ValueGenerated == ValueGenerated.Never && !HasGenerator(property)
            && !property.IsConcurrencyToken && property.GetBeforeSaveBehavior() == PropertySaveBehavior.Save && property.GetAfterSaveBehavior() == PropertySaveBehavior.Save;

    /// <summary>Whether the model has a default for the column, or for the property.</summary>
    public static bool HasDefault(IProperty property, IColumnMapping mapping)
    {
        StoreObjectIdentifier table = StoreObjectIdentifier.Table(mapping.Column.Table.Name, mapping.Column.Table.Schema);
        return property.TryGetDefaultValue(table, out _) || property.GetDefaultValueSql(table) is not null;
    }

    /// <summary>Whether EF Core runs a value generator when an entity is added, as its own <c>RequiresValueGenerator</c> says.</summary>
    public static bool HasGenerator(IProperty property)
        => property.GetValueGeneratorFactory() is not null
            || (property.ValueGenerated.HasFlag(ValueGenerated.OnAdd) && property.IsKey()
                && (!property.IsForeignKey()
                    || property.GetContainingForeignKeys().All(foreignKey =>
                        foreignKey.Principal(property) == property || foreignKey.Properties.Any(other => other != property && other.IsNullable))));

    // Numbers, dates and properties with a default get temporary values; the server generates the real ones.
    private static bool IsGeneratedByClient(IProperty property)
    {
        if (!HasGenerator(property))
            return false;
        if (property.GetValueGeneratorFactory() is { } factory)
            return factory(property, property.DeclaringType) is { GeneratesTemporaryValues: false };
        Type type = property.GetTypeMapping().Converter?.ProviderClrType ?? property.ClrType;
        return IsMadeByClient(property.ClrType) || IsMadeByClient(type);
    }

    private static bool IsMadeByClient(Type type)
        => (Nullable.GetUnderlyingType(type) ?? type) is var plain && (plain == typeof(Guid) || plain == typeof(string) || plain == typeof(byte[]));
}
