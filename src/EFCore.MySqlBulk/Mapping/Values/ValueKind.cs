namespace EFCore.MySqlBulk.Mapping.Values;

/// <summary>The form in which a column's value is sent to the server: the CLR type behind the property's type mapping, after its converter.</summary>
internal enum ValueKind
{
    Boolean,
    SByte,
    Byte,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    UInt64,
    Single,
    Double,
    Decimal,
    Char,
    Text,
    Binary,

    /// <summary>A GUID stored as text with hyphens, <c>char(36)</c>.</summary>
    GuidText,

    /// <summary>A GUID stored as 32 hexadecimal digits, <c>char(32)</c>.</summary>
    GuidDigits,

    DateTime,
    DateTimeOffset,
    DateOnly,
    TimeOnly,
    TimeSpan,

    /// <summary>Anything else, such as a binary GUID (whose byte order depends on the connection) or a spatial value: always a parameter made by the type mapping.</summary>
    Other,
}
