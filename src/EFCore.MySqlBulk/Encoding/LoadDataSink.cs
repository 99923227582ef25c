using System.Buffers;
using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Encoding;

/// <summary>Writes rows as LOAD DATA reads them by default, straight into a packet: values in UTF-8, separated by tabs, each row ended by a newline, and <c>\N</c> for NULL.</summary>
/// <remarks>Inside a text the separators, the backslash and NUL follow a backslash. Bytes are hexadecimal, because the content has one character set. A float has the digits of the double with exactly its value: the server reads
/// numbers as doubles.</remarks>
internal sealed class LoadDataSink(PacketBuffer packet) : RowSink
{
    private const int LongestNumber = 32;
    private const double MostHundredths = 1L << 50;
    private const int KeptTextLength = 1024 * 1024;

    private static readonly SearchValues<byte> Escaped = SearchValues.Create("\t\n\\\0"u8);

    /// <summary>Ends a row.</summary>
    public void EndRow() => packet.Byte((byte)'\n');

    public override void Null() => packet.Bytes("\\N"u8);

    public override void Default() => throw new UnreachableException("A file cannot carry DEFAULT.");

    public override void Separator() => packet.Byte((byte)'\t');

    public override void Write(bool value) => packet.Byte(value ? (byte)'1' : (byte)'0');

    public override void Write(sbyte value) => Write((long)value);

    public override void Write(byte value) => Write((ulong)value);

    public override void Write(short value) => Write((long)value);

    public override void Write(ushort value) => Write((ulong)value);

    public override void Write(int value) => Write((long)value);

    public override void Write(uint value) => Write((ulong)value);

    public override void Write(long value) => Format(value, default);

    public override void Write(ulong value) => Format(value, default);

    public override void Write(float value) => Write((double)value);

    public override void Write(double value)
    {
        CheckFinite(value);
        if (!TryHundredths(value))
            Format(value, "R");
    }

    public override void Write(decimal value) => Format(value, default);

    public override void Write(char value) => Text([value]);

    public override void Write(string value) => Text(value);

    public override void Write(byte[] value)
    {
        Span<byte> room = packet.Room(checked(value.Length * 2));
        for (int i = 0; i < value.Length; i++)
        {
            room[2 * i] = Digit(value[i] >> 4);
            room[(2 * i) + 1] = Digit(value[i] & 15);
        }

        packet.Advance(value.Length * 2);
    }

    public override void Write(DateTime value) => packet.Advance(TemporalText.DateTime(value, packet.Room(LongestNumber)));

    public override void Write(DateTimeOffset value) => Write(value.UtcDateTime);

    public override void Write(DateOnly value) => packet.Advance(TemporalText.Date(value.Year, value.Month, value.Day, packet.Room(LongestNumber)));

    public override void Write(TimeOnly value) => Write(value.ToTimeSpan());

    public override void Write(TimeSpan value)
    {
        TemporalText.CheckTime(value);
        packet.Advance(TemporalText.Time(value, packet.Room(LongestNumber)));
    }

    public override void WriteGuidText(Guid value) => WriteGuid(value, "D");

    public override void WriteGuidDigits(Guid value) => WriteGuid(value, "N");

    public override void WriteOther(ValueMap column, object? value)
        => throw new UnreachableException($"A value of type {column.ClrType} was not expected: only the driver can send it.");

    private static byte Digit(int value) => (byte)(value < 10 ? '0' + value : 'A' - 10 + value);

    // Puts a backslash before each byte that needs one, and returns how many there are.
    private static int Escape(Span<byte> room, int length, int first)
    {
        int more = 0;
        for (int i = first; i < length; i++)
            more += Escaped.Contains(room[i]) ? 1 : 0;
        // Goes backwards, so that each byte moves only once, into free space.
        for (int from = length - 1, to = length + more - 1; from >= first; from--)
        {
            byte value = room[from];
            bool isEscaped = Escaped.Contains(value);
            // After a backslash, NUL is a zero; the others stand for themselves.
            room[to--] = isEscaped && value == 0 ? (byte)'0' : value;
            if (isEscaped)
                room[to--] = (byte)'\\';
        }

        return more;
    }

    // Most values have two decimals at most. A quotient of whole numbers is rounded as the same text is read, so if it is the value, the text is too. Finding the shortest text of a double takes longer.
    private bool TryHundredths(double value)
    {
        double scaled = Math.Round(value * 100);
        if (Math.Abs(scaled) > MostHundredths || scaled / 100 != value || (scaled == 0 && double.IsNegative(value)))
            return false;
        (long whole, long hundredths) = Math.DivRem((long)Math.Abs(scaled), 100);
        if (value < 0)
            packet.Byte((byte)'-');
        Write(whole);
        if (hundredths == 0)
            return true;
        Span<byte> room = packet.Room(3);
        (room[0], room[1], room[2]) = ((byte)'.', (byte)('0' + (hundredths / 10)), (byte)('0' + (hundredths % 10)));
        packet.Advance(hundredths % 10 == 0 ? 2 : 3);
        return true;
    }

    private void Text(ReadOnlySpan<char> text)
    {
        // A character takes up to three bytes, two if it is escaped. The exact count is computed only if the upper bound is too large to reserve.
        int most = text.Length <= KeptTextLength ? text.Length * 3 : checked(System.Text.Encoding.UTF8.GetByteCount(text) + text.Length);
        Span<byte> room = packet.Room(most);
        int length = System.Text.Encoding.UTF8.GetBytes(text, room);
        int escaped = room[..length].IndexOfAny(Escaped);
        packet.Advance(escaped < 0 ? length : length + Escape(room, length, escaped));
    }

    private void WriteGuid(Guid value, ReadOnlySpan<char> format)
    {
        value.TryFormat(packet.Room(36), out int written, format);
        packet.Advance(written);
    }

    private void Format<T>(T value, ReadOnlySpan<char> format)
        where T : IUtf8SpanFormattable
    {
        value.TryFormat(packet.Room(LongestNumber), out int written, format, CultureInfo.InvariantCulture);
        packet.Advance(written);
    }
}
