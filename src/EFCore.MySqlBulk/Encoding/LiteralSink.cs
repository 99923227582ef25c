using System.Buffers;
using System.Globalization;
using System.Text;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Encoding;

/// <summary>Writes values as SQL literals that mean the same in every <c>sql_mode</c>, culture and client character set.</summary>
/// <remarks>
/// A text without a backslash or NUL is quoted, with <c>'</c> doubled. One with either is written in hexadecimal with its character set, so that
/// <c>NO_BACKSLASH_ESCAPES</c> and <c>ANSI_QUOTES</c> never matter. Numbers, dates and GUIDs are formatted with the invariant culture. All literals of one
/// column are of the same kind, because a derived list takes its column types from them.
/// </remarks>
/// <param name="textIsUtf8">Whether the session's <c>character_set_client</c> is utf8mb4; otherwise text beyond ASCII is written in hexadecimal.</param>
/// <param name="derivedList">Whether the literals are rows of a derived list: text carries its character set, so that a column has one collation.</param>
internal sealed class LiteralSink(bool textIsUtf8, bool derivedList) : RowSink, IDisposable
{
    private const string HexDigits = "0123456789ABCDEF";
    private static readonly SearchValues<char> NotQuotable = SearchValues.Create("\\\0");
    private readonly List<OtherValue> _others = [];
    private char[] _buffer = ArrayPool<char>.Shared.Rent(16 * 1024);
    private int _length;
    private int _beyondAscii;
    private IReadOnlyList<string>? _segments;
    private int _segment;

    /// <summary>The number of bytes of the text so far, as UTF-8.</summary>
    public int ByteCount => _length + _beyondAscii;

    public int Length => _length;

    /// <summary>The values that are sent as parameters <c>@b0</c>, <c>@b1</c>, …</summary>
    public IReadOnlyList<OtherValue> Others => _others;

    public void Clear()
    {
        _length = 0;
        _beyondAscii = 0;
        _others.Clear();
    }

    /// <summary>The current position, for <see cref="Rollback" /> to discard everything written since.</summary>
    public LiteralMark Mark() => new(_length, _beyondAscii, _others.Count);

    public void Rollback(LiteralMark mark)
    {
        _length = mark.Length;
        _beyondAscii = mark.BeyondAscii;
        _others.RemoveRange(mark.Others, _others.Count - mark.Others);
    }

    /// <summary>The text so far, valid until the next change.</summary>
    public ReadOnlySpan<char> Text => _buffer.AsSpan(0, _length);

    /// <summary>The same, until the sink is written to again.</summary>
    public ReadOnlyMemory<char> Memory => _buffer.AsMemory(0, _length);

    public override string ToString() => new(_buffer, 0, _length);

    public void Dispose()
    {
        ArrayPool<char>.Shared.Return(_buffer);
        _buffer = [];
        _length = 0;
    }

    /// <summary>SQL text, as it is.</summary>
    public void Sql(string text)
    {
        text.CopyTo(Room(text.Length));
        _length += text.Length;
        if (!Ascii.IsValid(text))
            _beyondAscii += System.Text.Encoding.UTF8.GetByteCount(text) - text.Length;
    }

    /// <summary>Starts a row whose values are separated by segments of text, not by commas.</summary>
    /// <param name="segments">The text before, between and after the row's values.</param>
    public void BeginRow(IReadOnlyList<string> segments)
    {
        _segments = segments;
        _segment = 0;
        Sql(segments[0]);
    }

    /// <summary>Ends such a row.</summary>
    public void EndRow()
    {
        // A row without values, such as one with nothing but a generated key, has one segment.
        if (_segments!.Count > 1)
            Sql(_segments[^1]);
        _segments = null;
    }

    public override void Null() => Sql("NULL");

    public override void Default() => Sql("DEFAULT");

    public override void Separator()
    {
        if (_segments is not null)
        {
            Sql(_segments[++_segment]);
            return;
        }

        Room(1)[0] = ',';
        _length++;
    }

    public override void Write(bool value)
    {
        Room(1)[0] = value ? '1' : '0';
        _length++;
    }

    public override void Write(sbyte value) => Write((long)value);

    public override void Write(byte value) => Write((ulong)value);

    public override void Write(short value) => Write((long)value);

    public override void Write(ushort value) => Write((ulong)value);

    public override void Write(int value) => Write((long)value);

    public override void Write(uint value) => Write((ulong)value);

    public override void Write(long value) => Format(value, 20, default);

    public override void Write(ulong value) => Format(value, 20, default);

    /// <summary>A float is written as the double with exactly its value: the shorter text of a float would differ from the stored value in a comparison.</summary>
    public override void Write(float value) => Write((double)value);

    public override void Write(double value)
    {
        CheckFinite(value);
        int start = _length;
        Format(value, 32, "R");
        // A number with an exponent is a DOUBLE literal; without one it would be a DECIMAL.
        if (!_buffer.AsSpan(start, _length - start).Contains('E'))
            Sql("E0");
    }

    public override void Write(decimal value) => Format(value, 32, default);

    public override void Write(char value) => TextLiteral([value]);

    public override void Write(string value) => TextLiteral(value);

    // In a list, MariaDB counts the bytes of a bare hexadecimal literal in 16 bits and silently truncates longer ones.
    public override void Write(byte[] value) => Hex(value, derivedList ? "_binary X'" : "X'");

    public override void Write(DateTime value)
    {
        Span<char> room = Room(28);
        room[0] = '\'';
        int end = 1 + TemporalText.DateTime(value, room[1..]);
        room[end] = '\'';
        _length += end + 1;
    }

    public override void Write(DateTimeOffset value) => Write(value.UtcDateTime);

    public override void Write(DateOnly value)
    {
        Span<char> room = Room(12);
        room[0] = '\'';
        int end = 1 + TemporalText.Date(value.Year, value.Month, value.Day, room[1..]);
        room[end] = '\'';
        _length += end + 1;
    }

    public override void Write(TimeOnly value) => Write(value.ToTimeSpan());

    public override void Write(TimeSpan value)
    {
        TemporalText.CheckTime(value);
        Span<char> room = Room(28);
        room[0] = '\'';
        int end = 1 + TemporalText.Time(value, room[1..]);
        room[end] = '\'';
        _length += end + 1;
    }

    public override void WriteGuidText(Guid value) => GuidIn("D", value);

    public override void WriteGuidDigits(Guid value) => GuidIn("N", value);

    public override void WriteOther(ValueMap column, object? value)
    {
        if (value is null)
        {
            Null();
            return;
        }

        Sql("@b");
        Write(_others.Count);
        _others.Add(new(column, value));
    }

    private void TextLiteral(ReadOnlySpan<char> text)
    {
        bool ascii = Ascii.IsValid(text);
        if (text.ContainsAny(NotQuotable) || (!ascii && !textIsUtf8))
            HexText(text);
        else
            Quoted(text, ascii);
    }

    private void Quoted(ReadOnlySpan<char> text, bool ascii)
    {
        if (derivedList)
            Sql("_utf8mb4");
        Span<char> room = Room((text.Length * 2) + 2);
        int at = 0;
        room[at++] = '\'';
        if (!text.Contains('\''))
        {
            text.CopyTo(room[at..]);
            at += text.Length;
        }
        else
        {
            foreach (char c in text)
            {
                if (c == '\'')
                    room[at++] = c;
                room[at++] = c;
            }
        }

        room[at++] = '\'';
        _length += at;
        if (!ascii)
            _beyondAscii += System.Text.Encoding.UTF8.GetByteCount(text) - text.Length;
    }

    private void HexText(ReadOnlySpan<char> text)
    {
        byte[] bytes = ArrayPool<byte>.Shared.Rent(System.Text.Encoding.UTF8.GetMaxByteCount(text.Length));
        int count = System.Text.Encoding.UTF8.GetBytes(text, bytes);
        Hex(bytes.AsSpan(0, count), "_utf8mb4 X'");
        ArrayPool<byte>.Shared.Return(bytes);
    }

    // X'' may be empty, but 0x alone would be an error.
    private void Hex(ReadOnlySpan<byte> bytes, string opening)
    {
        Sql(opening);
        Span<char> room = Room((bytes.Length * 2) + 1);
        int at = 0;
        foreach (byte b in bytes)
        {
            room[at++] = HexDigits[b >> 4];
            room[at++] = HexDigits[b & 15];
        }

        room[at++] = '\'';
        _length += at;
    }

    private void GuidIn(string format, Guid value)
    {
        if (derivedList)
            Sql("_utf8mb4");
        Span<char> room = Room(38);
        room[0] = '\'';
        value.TryFormat(room[1..], out int written, format);
        room[1 + written] = '\'';
        _length += written + 2;
    }

    private void Format<T>(T value, int atMost, ReadOnlySpan<char> format)
        where T : ISpanFormattable
    {
        value.TryFormat(Room(atMost), out int written, format, CultureInfo.InvariantCulture);
        _length += written;
    }

    private Span<char> Room(int count)
    {
        if (_buffer.Length - _length < count)
            Grow(count);
        return _buffer.AsSpan(_length);
    }

    private void Grow(int count)
    {
        char[] larger = ArrayPool<char>.Shared.Rent(Math.Max(_buffer.Length * 2, checked(_length + count)));
        _buffer.AsSpan(0, _length).CopyTo(larger);
        ArrayPool<char>.Shared.Return(_buffer);
        _buffer = larger;
    }
}
