using System.Globalization;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Sql;

/// <summary>A generated key as text. An unsigned key above the range of a signed integer is kept as a number with the same bits.</summary>
internal static class KeyLiteral
{
    public static string Of(TableMap table, long key)
        => table.AutoIncrement!.Kind == ValueKind.UInt64
            ? unchecked((ulong)key).ToString(CultureInfo.InvariantCulture)
            : key.ToString(CultureInfo.InvariantCulture);
}
