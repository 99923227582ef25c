using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Metadata;

/// <summary>Tells the schema generator which columns the server fills by itself.</summary>
internal sealed class MySqlAnnotationProvider(RelationalAnnotationProviderDependencies dependencies) : RelationalAnnotationProvider(dependencies)
{
    public override IEnumerable<IAnnotation> For(IColumn column, bool designTime)
    {
        IColumnMapping? mapping = column.PropertyMappings.Count > 0 ? column.PropertyMappings[0] : null;
        if (mapping is null || HasOwnSource(column) || IsReference(column))
        {
            yield break;
        }

        IProperty property = mapping.Property;
        if (IsCounter(property, mapping))
        {
            yield return new Annotation(MySqlAnnotationNames.AutoIncrement, true);
        }
        else if (IsTime(mapping) && property.ValueGenerated is ValueGenerated.OnAdd or ValueGenerated.OnAddOrUpdate)
        {
            yield return new Annotation(MySqlAnnotationNames.GeneratedOnAdd, true);
            if (property.ValueGenerated is ValueGenerated.OnAddOrUpdate)
            {
                yield return new Annotation(MySqlAnnotationNames.GeneratedOnUpdate, true);
            }
        }
    }

    private static bool HasOwnSource(IColumn column) =>
        column.DefaultValueSql is not null || column.ComputedColumnSql is not null || column.TryGetDefaultValue(out _);

    // The key of a TPT or split table repeats the one of the main table.
    private static bool IsReference(IColumn column) =>
        column.Table.ForeignKeyConstraints.Any(key => key.Columns.Contains(column));

    private static bool IsCounter(IProperty property, IColumnMapping mapping) =>
        property.ValueGenerated is ValueGenerated.OnAdd && ProviderType(mapping) is { } type
        && (type == typeof(sbyte) || type == typeof(byte) || type == typeof(short) || type == typeof(ushort)
            || type == typeof(int) || type == typeof(uint) || type == typeof(long) || type == typeof(ulong));

    private static bool IsTime(IColumnMapping mapping) => ProviderType(mapping) == typeof(DateTime);

    private static Type ProviderType(IColumnMapping mapping) =>
        Nullable.GetUnderlyingType(ClrType(mapping)) ?? ClrType(mapping);

    private static Type ClrType(IColumnMapping mapping) => mapping.TypeMapping.Converter?.ProviderClrType ?? mapping.TypeMapping.ClrType;
}
