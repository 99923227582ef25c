
namespace EFCore.MySqlBulk.Mapping.Columns;

/// <summary>A key column whose value comes from another entity's key.</summary>
internal sealed class RepeatedColumn : ColumnMap
{
    public RepeatedColumn(ColumnMap column, ColumnMap key)
        : base(column.Name, key.Member, key.ClrType, column.TypeMapping, isNullable: false)
    {
        Path = key.Path;
        OptionalParts = key.OptionalParts;
        IsKey = true;
    }
}
