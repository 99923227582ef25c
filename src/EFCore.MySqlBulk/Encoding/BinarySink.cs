using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Encoding;

/// <summary>Writes values as the parameters of a prepared statement, in the protocol's own form.</summary>
internal sealed class BinarySink(ParameterWriter parameters) : RowSink
{
    /// <summary>The parameter type of a column's values, sent to the server; the values are written in exactly this type's format.</summary>
    public static ParameterType TypeOf(ValueKind kind) => kind switch
    {
        ValueKind.Boolean or ValueKind.SByte => new(ColumnType.Tiny),
        ValueKind.Byte => new(ColumnType.Tiny, IsUnsigned: true),
        ValueKind.Int16 => new(ColumnType.Short),
        ValueKind.UInt16 => new(ColumnType.Short, IsUnsigned: true),
        ValueKind.Int32 => new(ColumnType.Long),
        ValueKind.UInt32 => new(ColumnType.Long, IsUnsigned: true),
        ValueKind.Int64 => new(ColumnType.LongLong),
        ValueKind.UInt64 => new(ColumnType.LongLong, IsUnsigned: true),
        ValueKind.Single => new(ColumnType.Float),
        ValueKind.Double => new(ColumnType.Double),
        ValueKind.Decimal => new(ColumnType.NewDecimal),
        ValueKind.Char or ValueKind.Text or ValueKind.GuidText or ValueKind.GuidDigits => new(ColumnType.VarString),
        ValueKind.Binary => new(ColumnType.Blob),
        ValueKind.DateTime or ValueKind.DateTimeOffset => new(ColumnType.DateTime),
        ValueKind.DateOnly => new(ColumnType.Date),
        ValueKind.TimeOnly or ValueKind.TimeSpan => new(ColumnType.Time),
        _ => throw new UnreachableException("Only the driver can send the column's values."),
    };

    /// <summary>Whether a value written since <see cref="Rewind" /> is NULL.</summary>
    public bool HasNull { get; private set; }

    /// <summary>The length in bytes of the longest text or binary value written since <see cref="Rewind" />, at most.</summary>
    public long Longest { get; private set; }

    /// <summary>Resets what was recorded about the values.</summary>
    public void Rewind() => (HasNull, Longest) = (false, 0);

    public override void Null()
    {
        HasNull = true;
        parameters.Null();
    }

    public override void Default() => throw new UnreachableException("A parameter cannot carry DEFAULT.");

    public override void Separator()
    {
    }

    public override void Write(bool value) => parameters.UInt8(value ? (byte)1 : (byte)0);

    public override void Write(sbyte value) => parameters.Int8(value);

    public override void Write(byte value) => parameters.UInt8(value);

    public override void Write(short value) => parameters.Int16(value);

    public override void Write(ushort value) => parameters.UInt16(value);

    public override void Write(int value) => parameters.Int32(value);

    public override void Write(uint value) => parameters.UInt32(value);

    public override void Write(long value) => parameters.Int64(value);

    public override void Write(ulong value) => parameters.UInt64(value);

    public override void Write(float value)
    {
        CheckFinite(value);
        parameters.Single(value);
    }

    public override void Write(double value)
    {
        CheckFinite(value);
        parameters.Double(value);
    }

    public override void Write(decimal value)
    {
        Span<byte> digits = stackalloc byte[32];
        value.TryFormat(digits, out int written, default, CultureInfo.InvariantCulture);
        parameters.Decimal(digits[..written]);
    }

    public override void Write(char value) => parameters.Text([value]);

    public override void Write(string value)
    {
        Longest = Math.Max(Longest, System.Text.Encoding.UTF8.GetMaxByteCount(value.Length));
        parameters.Text(value);
    }

    public override void Write(byte[] value)
    {
        Longest = Math.Max(Longest, value.Length);
        parameters.Bytes(value);
    }

    public override void Write(DateTime value) => parameters.DateTime(
        value.Year, value.Month, value.Day, value.Hour, value.Minute, value.Second, Microseconds(value.Ticks));

    public override void Write(DateTimeOffset value) => Write(value.UtcDateTime);

    public override void Write(DateOnly value) => parameters.Date(value.Year, value.Month, value.Day);

    public override void Write(TimeOnly value) => Write(value.ToTimeSpan());

    public override void Write(TimeSpan value)
    {
        TemporalText.CheckTime(value);
        // The seventh digit of a tick is truncated, as in TemporalText; a value that becomes zero has no sign.
        TimeSpan size = value.Duration();
        parameters.Time(value < TimeSpan.Zero, size.Days, size.Hours, size.Minutes, size.Seconds, Microseconds(size.Ticks));
    }

    public override void WriteGuidText(Guid value) => WriteGuid(value, "D");

    public override void WriteGuidDigits(Guid value) => WriteGuid(value, "N");

    public override void WriteOther(ValueMap column, object? value)
        => throw new UnreachableException($"A value of type {column.ClrType} was not expected: only the driver can send it.");

    private static int Microseconds(long ticks) => (int)(ticks % TimeSpan.TicksPerSecond / TimeSpan.TicksPerMicrosecond);

    private void WriteGuid(Guid value, string format)
    {
        Span<char> text = stackalloc char[36];
        value.TryFormat(text, out int written, format);
        parameters.Text(text[..written]);
    }
}
