using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Encoding;

/// <summary>Writes values as JSON that <c>JSON_TABLE</c> reads back exactly: integers and doubles as numbers, binary values in hexadecimal, the rest as text.</summary>
/// <param name="isBase64">Whether the array is sent as Base64 of its UTF-8. Drivers and sessions differ in how they send a quote, a backslash or a
/// character beyond ASCII, but not in Base64 or numbers.</param>
internal sealed class JsonSink(bool isBase64) : RowSink
{
    private readonly System.Text.StringBuilder _text = new("[");
    private int _beyondAscii;

    /// <summary>The number of bytes of the array so far, as it is sent.</summary>
    public int ByteCount => isBase64 ? (_text.Length + _beyondAscii) * 4 / 3 : _text.Length;

    public void Clear()
    {
        _text.Clear().Append('[');
        _beyondAscii = 0;
    }

    /// <summary>Starts an item of the array.</summary>
    public void BeginItem(bool hasParts)
    {
        if (_text.Length > 1)
            _text.Append(',');
        if (hasParts)
            _text.Append('[');
    }

    /// <summary>Ends it.</summary>
    public void EndItem(bool hasParts)
    {
        if (hasParts)
            _text.Append(']');
    }

    /// <summary>The array as it is sent.</summary>
    public string Finish()
    {
        string json = _text.Append(']').ToString();
        return isBase64 ? Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes(json)) : json;
    }

    public override void Null() => _text.Append("null");

    public override void Default() => throw new UnreachableException("A list of values cannot carry DEFAULT.");

    public override void Separator() => _text.Append(',');

    public override void Write(bool value) => _text.Append(value ? '1' : '0');

    public override void Write(sbyte value) => Write((long)value);

    public override void Write(byte value) => Write((long)value);

    public override void Write(short value) => Write((long)value);

    public override void Write(ushort value) => Write((long)value);

    public override void Write(int value) => Write((long)value);

    public override void Write(uint value) => Write((long)value);

    public override void Write(long value) => _text.Append(CultureInfo.InvariantCulture, $"{value}");

    public override void Write(ulong value) => _text.Append(CultureInfo.InvariantCulture, $"{value}");

    public override void Write(float value) => Write((double)value);

    // No stored row has NaN or infinity, so they are written as NULL, which equals nothing.
    public override void Write(double value)
    {
        if (double.IsFinite(value))
            _text.Append(CultureInfo.InvariantCulture, $"{value:R}");
        else
            Null();
    }

    // Written as text: a JSON number with a fraction would become a double.
    public override void Write(decimal value) => _text.Append(CultureInfo.InvariantCulture, $"\"{value}\"");

    public override void Write(char value) => Quoted([value]);

    public override void Write(string value) => Quoted(value);

    public override void Write(byte[] value) => _text.Append('"').Append(Convert.ToHexString(value)).Append('"');

    public override void Write(DateTime value)
    {
        Span<char> room = stackalloc char[28];
        Temporal(room[..TemporalText.DateTime(value, room)]);
    }

    public override void Write(DateTimeOffset value) => Write(value.UtcDateTime);

    public override void Write(DateOnly value)
    {
        Span<char> room = stackalloc char[12];
        Temporal(room[..TemporalText.Date(value.Year, value.Month, value.Day, room)]);
    }

    public override void Write(TimeOnly value) => Write(value.ToTimeSpan());

    public override void Write(TimeSpan value)
    {
        Span<char> room = stackalloc char[28];
        Temporal(room[..TemporalText.Time(value, room)]);
    }

    public override void WriteGuidText(Guid value) => _text.Append('"').Append(value.ToString("D")).Append('"');

    public override void WriteGuidDigits(Guid value) => _text.Append('"').Append(value.ToString("N")).Append('"');

    /// <summary>A binary GUID, whose byte order only its type mapping knows.</summary>
    public override void WriteOther(ValueMap column, object? value)
    {
        if (value is null)
            Null();
        else
            _text.Append('"').Append(HexDigits(column.TypeMapping.GenerateSqlLiteral(value))).Append('"');
    }

    /// <summary>The digits of <c>0x…</c> or <c>X'…'</c>; <see langword="null" /> if it is neither.</summary>
    public static string? HexDigits(string literal)
        => literal.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? literal[2..]
            : literal.StartsWith("X'", StringComparison.OrdinalIgnoreCase) && literal.EndsWith('\'') ? literal[2..^1]
            : null;

    private void Temporal(ReadOnlySpan<char> text) => _text.Append('"').Append(text).Append('"');

    private void Quoted(ReadOnlySpan<char> text)
    {
        _text.Append('"');
        foreach (char c in text)
        {
            // No character takes more than three bytes.
            _beyondAscii += c > '~' ? 2 : 0;
            if (c is '"' or '\\')
                _text.Append('\\').Append(c);
            else if (c < ' ')
                _text.Append(CultureInfo.InvariantCulture, $"\\u{(int)c:x4}");
            else
                _text.Append(c);
        }

        _text.Append('"');
    }
}
