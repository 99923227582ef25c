
namespace EFCore.MySqlBulk.Mapping.Columns;

/// <summary>A column that repeats one of another entity's key: its value is that entity's.</summary>
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
