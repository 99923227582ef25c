using System.Buffers.Binary;

namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>Reads the fields of one packet, and never beyond it.</summary>
internal ref struct PacketReader(ReadOnlySpan<byte> packet)
{
    private ReadOnlySpan<byte> _rest = packet;

    public readonly int Remaining => _rest.Length;

    public byte Byte() => Bytes(1)[0];

    public ushort UInt16() => BinaryPrimitives.ReadUInt16LittleEndian(Bytes(2));

    public uint UInt32() => BinaryPrimitives.ReadUInt32LittleEndian(Bytes(4));

    /// <summary>Reads an integer of 1, 3, 4 or 9 bytes; the first one tells how many.</summary>
    public ulong LengthEncoded()
    {
        byte first = Byte();
        return first switch
        {
            < 0xFB => first,
            0xFC => UInt16(),
            0xFD => UInt16() | ((ulong)Byte() << 16),
            0xFE => BinaryPrimitives.ReadUInt64LittleEndian(Bytes(8)),
            _ => throw new ProtocolException("The server sent an invalid length."),
        };
    }

    public ReadOnlySpan<byte> LengthEncodedBytes()
    {
        ulong length = LengthEncoded();
        return length <= (ulong)_rest.Length ? Bytes((int)length) : throw TooShort();
    }

    /// <summary>A field of a text row: NULL is <see langword="null" />.</summary>
    public string? NullableText() => TryNull() ? null : System.Text.Encoding.UTF8.GetString(LengthEncodedBytes());

    /// <summary>Whether a field of a text row is NULL; if so, it is skipped.</summary>
    public bool TryNull()
    {
        if (_rest.IsEmpty || _rest[0] != 0xFB)
            return false;
        _rest = _rest[1..];
        return true;
    }

    /// <summary>Bytes up to a zero, which is skipped.</summary>
    public ReadOnlySpan<byte> NullTerminated()
    {
        int length = _rest.IndexOf((byte)0);
        if (length < 0)
            throw TooShort();
        ReadOnlySpan<byte> bytes = Bytes(length);
        Bytes(1);
        return bytes;
    }

    public ReadOnlySpan<byte> Rest() => Bytes(_rest.Length);

    public ReadOnlySpan<byte> Bytes(int count)
    {
        if ((uint)count > (uint)_rest.Length)
            throw TooShort();
        ReadOnlySpan<byte> bytes = _rest[..count];
        _rest = _rest[count..];
        return bytes;
    }

    private static ProtocolException TooShort() => new("The server sent a packet that ends too early.");
}
