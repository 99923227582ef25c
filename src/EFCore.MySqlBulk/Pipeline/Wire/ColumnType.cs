namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>The protocol's codes of the types that a parameter can have.</summary>
internal enum ColumnType : byte
{
    Tiny = 0x01,
    Short = 0x02,
    Long = 0x03,
    Float = 0x04,
    Double = 0x05,
    LongLong = 0x08,
    Date = 0x0A,
    Time = 0x0B,
    DateTime = 0x0C,
    NewDecimal = 0xF6,
    Blob = 0xFC,
    VarString = 0xFD,
}
