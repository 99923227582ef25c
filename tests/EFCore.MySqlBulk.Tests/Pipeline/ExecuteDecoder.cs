using System.Buffers.Binary;
using System.Globalization;

namespace EFCore.MySqlBulk.Tests.Pipeline;

/// <summary>Reads COM_STMT_EXECUTE as a server does, written from the documentation and without the library.</summary>
/// <param name="packet">The packet.</param>
/// <param name="parameters">The number of parameters that the server has told.</param>
/// <param name="attributes">Client and server have agreed on query attributes.</param>
internal sealed class ExecuteDecoder(byte[] packet, int parameters, bool attributes = false)
{
    private int _at;

    public uint Statement { get; private set; }

    public bool SendsTypes { get; private set; }

    /// <summary>The types of an earlier execution, or those read now.</summary>
    public ushort[] Types { get; set; } = [];

    /// <summary>The values as text.</summary>
    public string?[] Decode()
    {
        Assert.Equal(0x17, packet[0]);
        Statement = BinaryPrimitives.ReadUInt32LittleEndian(packet.AsSpan(1));
        Assert.Equal([(byte)(attributes ? 8 : 0), 1, 0, 0, 0], packet[5..10]);
        _at = 10;
        if (attributes)
            Assert.Equal(parameters, Length());
        if (parameters == 0)
            return [];
        byte[] nulls = packet[_at..(_at += (parameters + 7) / 8)];
        SendsTypes = packet[_at++] == 1;
        if (SendsTypes)
            Types = [.. Enumerable.Range(0, parameters).Select(_ => TypeAndName())];
        string?[] row = [.. Enumerable.Range(0, parameters).Select(i => (nulls[i / 8] & (1 << (i % 8))) != 0 ? null : Value(Types[i]))];
        Assert.Equal(packet.Length, _at);
        return row;
    }

    private ushort TypeAndName()
    {
        ushort type = BinaryPrimitives.ReadUInt16LittleEndian(Take(2));
        if (attributes)
            Assert.Equal(0, Length());
        return type;
    }

    private string Value(ushort type) => type switch
    {
        0x01 => ((sbyte)Take(1)[0]).ToString(CultureInfo.InvariantCulture),
        0x8001 => Take(1)[0].ToString(CultureInfo.InvariantCulture),
        0x02 => BinaryPrimitives.ReadInt16LittleEndian(Take(2)).ToString(CultureInfo.InvariantCulture),
        0x8002 => BinaryPrimitives.ReadUInt16LittleEndian(Take(2)).ToString(CultureInfo.InvariantCulture),
        0x03 => BinaryPrimitives.ReadInt32LittleEndian(Take(4)).ToString(CultureInfo.InvariantCulture),
        0x8003 => BinaryPrimitives.ReadUInt32LittleEndian(Take(4)).ToString(CultureInfo.InvariantCulture),
        0x08 => BinaryPrimitives.ReadInt64LittleEndian(Take(8)).ToString(CultureInfo.InvariantCulture),
        0x8008 => BinaryPrimitives.ReadUInt64LittleEndian(Take(8)).ToString(CultureInfo.InvariantCulture),
        0x04 => BinaryPrimitives.ReadSingleLittleEndian(Take(4)).ToString("R", CultureInfo.InvariantCulture),
        0x05 => BinaryPrimitives.ReadDoubleLittleEndian(Take(8)).ToString("R", CultureInfo.InvariantCulture),
        0x0A or 0x0C => Moment(Take(packet[_at++])),
        0x0B => Time(Take(packet[_at++])),
        0xF6 or 0xFD => System.Text.Encoding.UTF8.GetString(Take(Length())),
        0xFC => Convert.ToHexString(Take(Length())),
        _ => throw new InvalidDataException($"Type {type:X}."),
    };

    private static string Moment(ReadOnlySpan<byte> part)
    {
        Assert.Contains(part.Length, (int[])[4, 7, 11]);
        string text = $"{BinaryPrimitives.ReadUInt16LittleEndian(part):0000}-{part[2]:00}-{part[3]:00}";
        if (part.Length >= 7)
            text += $" {part[4]:00}:{part[5]:00}:{part[6]:00}";
        return part.Length == 11 ? $"{text}.{BinaryPrimitives.ReadUInt32LittleEndian(part[7..]):000000}" : text;
    }

    private static string Time(ReadOnlySpan<byte> part)
    {
        Assert.Contains(part.Length, (int[])[0, 8, 12]);
        if (part.IsEmpty)
            return "0";
        string text = $"{(part[0] == 1 ? "-" : "")}{BinaryPrimitives.ReadUInt32LittleEndian(part[1..])}d {part[5]:00}:{part[6]:00}:{part[7]:00}";
        return part.Length == 12 ? $"{text}.{BinaryPrimitives.ReadUInt32LittleEndian(part[8..]):000000}" : text;
    }

    private int Length() => packet[_at++] switch
    {
        < 251 and byte length => length,
        0xFC => BinaryPrimitives.ReadUInt16LittleEndian(Take(2)),
        0xFD => Take(3) is var three ? three[0] | (three[1] << 8) | (three[2] << 16) : 0,
        _ => (int)BinaryPrimitives.ReadUInt64LittleEndian(Take(8)),
    };

    private ReadOnlySpan<byte> Take(int count) => packet.AsSpan((_at += count) - count, count);
}
