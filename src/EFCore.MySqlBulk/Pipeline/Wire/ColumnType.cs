namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>The protocol's codes for the types of parameters and columns.</summary>
internal enum ColumnType : byte
{
    Decimal = 0x00,
    Tiny = 0x01,
    Short = 0x02,
    Long = 0x03,
    Float = 0x04,
    Double = 0x05,
    Timestamp = 0x07,
    LongLong = 0x08,
    Int24 = 0x09,
    Date = 0x0A,
    Time = 0x0B,
    DateTime = 0x0C,
    Year = 0x0D,
    Bit = 0x10,
    NewDecimal = 0xF6,
    Blob = 0xFC,
    VarString = 0xFD,
}
