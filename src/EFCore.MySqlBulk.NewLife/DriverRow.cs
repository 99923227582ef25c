using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.NewLife;

/// <summary>Takes a row's values in the few types that the driver sends correctly: integers, floating-point numbers, booleans, text and bytes. It
/// would format decimals and dates by the current culture, and lose microseconds.</summary>
internal sealed class DriverRow : RowSink
{
    private readonly List<object?> _values = [];

    /// <summary>The size of the values in bytes, as they are sent.</summary>
    public int Bytes { get; private set; }

    /// <summary>Starts a row.</summary>
    public void Clear()
    {
        _values.Clear();
        Bytes = 0;
    }

    /// <summary>The values; texts and bytes are copies that belong to the row.</summary>
    public object?[] ToArray() => [.. _values];

    public override void Null() => _values.Add(null);

    public override void Default() => throw new UnreachableException("A parameter cannot carry DEFAULT.");

    public override void Separator()
    {
    }

    public override void Write(bool value) => Add(value, 1);

    public override void Write(sbyte value) => Add(value, 1);

    public override void Write(byte value) => Add(value, 1);

    public override void Write(short value) => Add(value, 2);

    public override void Write(ushort value) => Add(value, 2);

    public override void Write(int value) => Add(value, 4);

    public override void Write(uint value) => Add(value, 4);

    public override void Write(long value) => Add(value, 8);

    public override void Write(ulong value) => Add(value, 8);

    public override void Write(float value)
    {
        CheckFinite(value);
        Add(value, 4);
    }

    public override void Write(double value)
    {
        CheckFinite(value);
        Add(value, 8);
    }

    public override void Write(decimal value) => Text(value.ToString(CultureInfo.InvariantCulture));

    public override void Write(char value) => Text(value.ToString());

    public override void Write(string value) => Text(value);

    public override void Write(byte[] value) => Add(value, LengthBytes + value.Length);

    public override void Write(DateTime value)
    {
        Span<char> text = stackalloc char[26];
        Text(new(text[..TemporalText.DateTime(value, text)]));
    }

    public override void Write(DateTimeOffset value) => Write(value.UtcDateTime);

    public override void Write(DateOnly value)
    {
        Span<char> text = stackalloc char[10];
        Text(new(text[..TemporalText.Date(value.Year, value.Month, value.Day, text)]));
    }

    public override void Write(TimeOnly value) => Write(value.ToTimeSpan());

    public override void Write(TimeSpan value)
    {
        TemporalText.CheckTime(value);
        Span<char> text = stackalloc char[26];
        Text(new(text[..TemporalText.Time(value, text)]));
    }

    public override void WriteGuidText(Guid value) => Text(value.ToString("D"));

    public override void WriteGuidDigits(Guid value) => Text(value.ToString("N"));

    public override void WriteOther(ValueMap column, object? value)
        => throw new UnreachableException($"A value of type {column.ClrType} was not expected: only the context's driver can send it.");

    // For values of up to 65,535 bytes; longer ones are refused.
    private const int LengthBytes = 3;

    private void Text(string value) => Add(value, LengthBytes + System.Text.Encoding.UTF8.GetByteCount(value));

    private void Add(object value, int bytes)
    {
        _values.Add(value);
        Bytes += bytes;
    }
}
