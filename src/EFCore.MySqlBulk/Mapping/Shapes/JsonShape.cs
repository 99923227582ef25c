using System.Collections;
using System.Text.Json;
using EFCore.MySqlBulk.Mapping.Columns;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage.Json;

namespace EFCore.MySqlBulk.Mapping.Shapes;

/// <summary>How an object is written into a JSON column: as <c>SaveChanges</c> writes it, with the model's own writers, in the same order.</summary>
internal sealed class JsonShape
{
    private readonly bool _isOwned;
    private readonly Value[] _values;
    private readonly Part[] _parts;

    private JsonShape(ITypeBase type)
    {
        _isOwned = type is IEntityType;
        _values =
        [
            .. from property in type.GetProperties()
               where !property.IsKey()
               select new Value(JsonEncodedText.Encode(property.GetJsonPropertyName()!), ColumnAccess.CompileReader(property), WriterOf(property)),
        ];
        _parts =
        [
            .. type.GetComplexProperties().Select(complex => new Part(NameOf(complex), ColumnAccess.CompileReader(complex), complex.IsCollection, new(complex.ComplexType))),
            .. NavigationsOf(type).Select(owned => new Part(JsonEncodedText.Encode(owned.TargetEntityType.GetJsonPropertyName()!), ColumnAccess.CompileReader(owned), owned.IsCollection, new(owned.TargetEntityType))),
        ];
    }

    /// <summary>The JSON shape of a navigation's or a complex property's value.</summary>
    public static JsonShape Of(IPropertyBase part) => new(TypeOf(part));

    /// <summary>Writes a part that is not null, or the elements of a collection.</summary>
    public void Write(Utf8JsonWriter writer, object part, bool isCollection)
    {
        if (isCollection)
            WriteAll(writer, (IEnumerable)part);
        else
            Write(writer, part);
    }

    private void WriteAll(Utf8JsonWriter writer, IEnumerable parts)
    {
        writer.WriteStartArray();
        foreach (object? part in parts)
        {
            if (part is not null)
                Write(writer, part);
            else if (!_isOwned)
                writer.WriteNullValue();
            else
                throw new InvalidOperationException("an element of a collection of entities is null.");
        }

        writer.WriteEndArray();
    }

    private void Write(Utf8JsonWriter writer, object part)
    {
        writer.WriteStartObject();
        foreach (Value each in _values)
        {
            writer.WritePropertyName(each.Name);
            if (each.Read(part) is { } value)
                each.Writer.ToJson(writer, value);
            else
                writer.WriteNullValue();
        }

        foreach (Part each in _parts)
        {
            writer.WritePropertyName(each.Name);
            if (each.Read(part) is { } inner)
                each.Shape.Write(writer, inner, each.IsCollection);
            else
                writer.WriteNullValue();
        }

        writer.WriteEndObject();
    }

    private static ITypeBase TypeOf(IPropertyBase part) => part is INavigation navigation ? navigation.TargetEntityType : ((IComplexProperty)part).ComplexType;

    public static IEnumerable<INavigation> NavigationsOf(ITypeBase type) => type is IEntityType part ? OwnedParts.Of(part) : [];

    // Depending on EF Core's version, one or the other has the annotation.
    private static JsonEncodedText NameOf(IComplexProperty complex)
    {
        IAnnotation? named = complex.ComplexType.FindAnnotation(RelationalAnnotationNames.JsonPropertyName) ?? complex.FindAnnotation(RelationalAnnotationNames.JsonPropertyName);
        return JsonEncodedText.Encode(named?.Value as string ?? complex.Name);
    }

    private static JsonValueReaderWriter WriterOf(IProperty property)
        => property.GetJsonValueReaderWriter() ?? property.GetTypeMapping().JsonValueReaderWriter
            ?? throw new InvalidOperationException(
                $"'{property.DeclaringType.DisplayName()}.{property.Name}' is in a JSON column, and the provider's mapping to {property.GetRelationalTypeMapping().StoreType} cannot write JSON; SaveChanges cannot store it either. Map the property to another column type.");

    private sealed record Value(JsonEncodedText Name, Func<object, object?> Read, JsonValueReaderWriter Writer);

    private sealed record Part(JsonEncodedText Name, Func<object, object?> Read, bool IsCollection, JsonShape Shape);
}
