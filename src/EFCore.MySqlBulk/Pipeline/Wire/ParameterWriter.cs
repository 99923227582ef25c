using System.Diagnostics;
using System.Buffers.Binary;

namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>Writes the values of one execution, in the order of the parameters.</summary>
internal sealed class ParameterWriter(PacketBuffer packet)
{
    private ReadOnlyMemory<ParameterType> _types;
    private int _nullBitmap;
    private int _at;

    /// <summary>The number of parameters written so far.</summary>
    public int Count => _at;

    /// <summary>Starts an execution whose bitmap of NULLs is at <paramref name="nullBitmap" />.</summary>
    public void Begin(ReadOnlyMemory<ParameterType> types, int nullBitmap)
    {
        _types = types;
        _nullBitmap = nullBitmap;
        _at = 0;
    }

    /// <summary>Ends the execution, which must have a value for every parameter.</summary>
    public void EndRow()
    {
        if (_at != _types.Length)
            throw new UnreachableException($"Only {_at} of {_types.Length} parameters were written.");
    }

    public void Null()
    {
        if (_at >= _types.Length)
            throw TooMany();
        packet.SetBits(_nullBitmap + (_at >> 3), (byte)(1 << (_at & 7)));
        _at++;
    }

    public void Int8(sbyte value) => UInt8((byte)value);

    public void UInt8(byte value)
    {
        Next(ColumnType.Tiny);
        packet.Byte(value);
    }

    public void Int16(short value) => UInt16((ushort)value);

    public void UInt16(ushort value)
    {
        Next(ColumnType.Short);
        packet.UInt16(value);
    }

    public void Int32(int value) => UInt32((uint)value);

    public void UInt32(uint value)
    {
        Next(ColumnType.Long);
        packet.UInt32(value);
    }

    public void Int64(long value) => UInt64((ulong)value);

    public void UInt64(ulong value)
    {
        Next(ColumnType.LongLong);
        packet.UInt64(value);
    }

    public void Single(float value)
    {
        Next(ColumnType.Float);
        packet.UInt32(BitConverter.SingleToUInt32Bits(value));
    }

    public void Double(double value)
    {
        Next(ColumnType.Double);
        packet.UInt64(BitConverter.DoubleToUInt64Bits(value));
    }

    /// <summary>A decimal number as ASCII text.</summary>
    public void Decimal(ReadOnlySpan<byte> digits)
    {
        Next(ColumnType.NewDecimal);
        packet.LengthEncodedBytes(digits);
    }

    public void Text(ReadOnlySpan<char> value)
    {
        Next(ColumnType.VarString);
        packet.LengthEncodedText(value);
    }

    public void Bytes(ReadOnlySpan<byte> value)
    {
        Next(ColumnType.Blob);
        packet.LengthEncodedBytes(value);
    }

    public void Date(int year, int month, int day)
    {
        Next(ColumnType.Date);
        Span<byte> room = packet.Room(5);
        room[0] = 4;
        packet.Advance(1 + Day(year, month, day, room[1..]));
    }

    public void DateTime(int year, int month, int day, int hour, int minute, int second, int microsecond)
    {
        Next(ColumnType.DateTime);
        Span<byte> room = packet.Room(12);
        Day(year, month, day, room[1..]);
        int length = 4 + Clock(hour, minute, second, microsecond, room[5..]);
        room[0] = (byte)length;
        packet.Advance(1 + length);
    }

    public void Time(bool negative, int days, int hour, int minute, int second, int microsecond)
    {
        Next(ColumnType.Time);
        Span<byte> room = packet.Room(13);
        room[1] = negative ? (byte)1 : (byte)0;
        BinaryPrimitives.WriteInt32LittleEndian(room[2..], days);
        int clock = Clock(hour, minute, second, microsecond, room[6..]);
        int length = clock == 0 && days == 0 ? 0 : 5 + Math.Max(clock, 3);
        room[0] = (byte)length;
        packet.Advance(1 + length);
    }

    private static int Day(int year, int month, int day, Span<byte> to)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(to, (ushort)year);
        to[2] = (byte)month;
        to[3] = (byte)day;
        return 4;
    }

    // Trailing parts that are zero are omitted.
    private static int Clock(int hour, int minute, int second, int microsecond, Span<byte> to)
    {
        to[0] = (byte)hour;
        to[1] = (byte)minute;
        to[2] = (byte)second;
        BinaryPrimitives.WriteInt32LittleEndian(to[3..], microsecond);
        return microsecond != 0 ? 7 : (hour | minute | second) != 0 ? 3 : 0;
    }

    private void Next(ColumnType code)
    {
        if (_at >= _types.Length)
            throw TooMany();
        // The server would interpret the bytes as the type that it knows.
        if (_types.Span[_at].Code != code)
            throw new UnreachableException($"Parameter {_at} is {_types.Span[_at].Code}, not {code}.");
        _at++;
    }

    private UnreachableException TooMany() => new($"There are only {_types.Length} parameters.");
}
