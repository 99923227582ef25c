using System.Buffers;
using System.Reflection;
using System.Text.Json;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Shapes;

/// <summary>A column that holds an owned entity or a complex value as a JSON document. It is written as a whole.</summary>
internal sealed class JsonColumn : ColumnMap
{
    private readonly JsonShape _shape;
    private readonly Func<object, object?> _read;

    /// <param name="column">The column.</param>
    /// <param name="part">The navigation to the owned entity, or the complex property.</param>
    /// <param name="path">The members from the entity to it.</param>
    /// <param name="optional">The positions of members that may be null.</param>
    public JsonColumn(IColumn column, IPropertyBase part, IReadOnlyList<MemberInfo> path, IReadOnlyList<int> optional)
        : base(column.Name, part, typeof(string), column.StoreTypeMapping, column.IsNullable)
    {
        Kind = ValueKind.Text;
        Path = path;
        OptionalParts = optional;
        Origin = ValueOrigin.Entity;
        IsUpdatable = true;
        HasComplexElements = part is IComplexProperty complex && (complex.IsCollection || complex.ComplexType.GetFlattenedComplexProperties().Any(inner => inner.IsCollection));
        _shape = JsonShape.Of(part);
        _read = ColumnAccess.CompilePartReader(this);
    }

    /// <summary>Whether it is or contains a complex collection.</summary>
    public bool HasComplexElements { get; }

    public override bool IsConcurrencyToken => false;

    /// <summary>The navigation or complex property that a JSON column stores; <see langword="null" /> for any other column.</summary>
    public static IPropertyBase? MemberOf(IEntityType type, string column)
        => type.IsMappedToJson() ? null
            : OwnedParts.Of(type).FirstOrDefault(owned => owned.TargetEntityType.GetContainerColumnName() == column)
                ?? (IPropertyBase?)type.GetFlattenedComplexProperties().FirstOrDefault(complex => !complex.DeclaringType.IsMappedToJson() && complex.ComplexType.GetContainerColumnName() == column);

    public override object? ValueOf(object item, EntityEntry? entry) => TextOf(item);

    public override bool IsModified(EntityEntry row)
        => Member is IComplexProperty && row.Member(Member).IsModified;

    /// <summary>The document of a row; <see langword="null" /> if the part is null.</summary>
    /// <exception cref="RowValueException">A value cannot be written as JSON.</exception>
    public string? TextOf(object item)
    {
        if (_read(item) is not { } part)
            return null;
        ArrayBufferWriter<byte> buffer = new();
        try
        {
            using Utf8JsonWriter writer = new(buffer);
            _shape.Write(writer, part, Member is INavigationBase { IsCollection: true } or IComplexProperty { IsCollection: true });
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException)
        {
            throw new RowValueException($"'{DisplayName}' cannot be written as JSON: {exception.Message}", exception);
        }

        return System.Text.Encoding.UTF8.GetString(buffer.WrittenSpan);
    }
}
