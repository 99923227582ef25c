using System.Globalization;
using EFCore.MySqlBulk.Mapping;

namespace EFCore.MySqlBulk.Sql;

/// <summary>A generated key as text. An unsigned one above the range of a signed integer is kept in its bits.</summary>
internal static class KeyLiteral
{
    public static string Of(TableMap table, long key)
        => table.AutoIncrement!.Kind == ValueKind.UInt64
            ? unchecked((ulong)key).ToString(CultureInfo.InvariantCulture)
            : key.ToString(CultureInfo.InvariantCulture);
}
