using System.Buffers;
using System.Buffers.Binary;

namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>Packets one after the other, framed and ready to be sent.</summary>
internal sealed class PacketBuffer : IDisposable
{
    /// <summary>A frame of this length means that the packet continues in the next frame.</summary>
    public const int LongestFrame = 0xFFFFFF;

    private const int HeaderLength = 4;
    private const int KeptCapacity = 1024 * 1024;
    private byte[] _bytes = ArrayPool<byte>.Shared.Rent(16 * 1024);
    private int _packet;
    private byte _sequence;

    public int Length { get; private set; }

    /// <summary>The length of the packet being written, without its headers.</summary>
    public int PacketLength => Length - _packet - HeaderLength;

    public ReadOnlyMemory<byte> Written => _bytes.AsMemory(0, Length);

    public void Begin(byte sequence = 0)
    {
        _packet = Length;
        _sequence = sequence;
        Room(HeaderLength);
        Length += HeaderLength;
    }

    /// <summary>Frames the packet. Returns the sequence number that the answer starts with.</summary>
    public byte End() => Frame((PacketLength / LongestFrame) + 1, LongestFrame);

    /// <summary>Frames what was written as packets of at most <paramref name="longest" /> bytes: none if nothing was. Returns the next packet's sequence number.</summary>
    public byte EndPieces(int longest)
    {
        if (PacketLength > 0)
            return Frame((PacketLength + longest - 1) / longest, longest);
        Cancel();
        return _sequence;
    }

    /// <summary>Discards the packet being written.</summary>
    public void Cancel() => Length = _packet;

    public void Clear()
    {
        Length = 0;
        if (_bytes.Length > KeptCapacity)
            Replace(16 * 1024);
    }

    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = [];
        Length = 0;
    }

    public void Byte(byte value)
    {
        Room(1)[0] = value;
        Length++;
    }

    public void UInt16(ushort value)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(Room(2), value);
        Length += 2;
    }

    public void UInt32(uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(Room(4), value);
        Length += 4;
    }

    public void UInt64(ulong value)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(Room(8), value);
        Length += 8;
    }

    /// <summary>An integer of 1, 3, 4 or 9 bytes, the fewest that hold it.</summary>
    public void LengthEncoded(uint value)
    {
        switch (value)
        {
            case < 0xFB: Byte((byte)value); break;
            case <= 0xFFFF: Byte(0xFC); UInt16((ushort)value); break;
            case <= 0xFFFFFF: UInt32((value << 8) | 0xFD); break;
            default: Byte(0xFE); UInt64(value); break;
        }
    }

    public void Bytes(ReadOnlySpan<byte> value)
    {
        value.CopyTo(Room(value.Length));
        Length += value.Length;
    }

    public void LengthEncodedBytes(ReadOnlySpan<byte> value)
    {
        LengthEncoded((uint)value.Length);
        Bytes(value);
    }

    public void Text(ReadOnlySpan<char> value)
    {
        // The exact count is computed only if the upper bound is too large to reserve.
        int room = value.Length <= KeptCapacity ? value.Length * 3 : System.Text.Encoding.UTF8.GetByteCount(value);
        Length += System.Text.Encoding.UTF8.GetBytes(value, Room(room));
    }

    public void LengthEncodedText(ReadOnlySpan<char> value)
    {
        if (value.Length * 3L < 0xFB)
        {
            Span<byte> room = Room(1 + (value.Length * 3));
            int length = System.Text.Encoding.UTF8.GetBytes(value, room[1..]);
            room[0] = (byte)length;
            Length += 1 + length;
            return;
        }

        int count = System.Text.Encoding.UTF8.GetByteCount(value);
        LengthEncoded((uint)count);
        Length += System.Text.Encoding.UTF8.GetBytes(value, Room(count));
    }

    public void NullTerminatedText(string value)
    {
        Text(value);
        Byte(0);
    }

    public void Zeros(int count)
    {
        Room(count)[..count].Clear();
        Length += count;
    }

    /// <summary>Sets bits of a byte that was written before.</summary>
    public void SetBits(int offset, byte bits) => _bytes[offset] |= bits;

    /// <summary>Returns room for <paramref name="count" /> bytes at the end, which <see cref="Advance" /> then takes.</summary>
    public Span<byte> Room(int count)
    {
        if (_bytes.Length - Length < count)
            Replace(Math.Max(checked(Length + count), (int)Math.Min(_bytes.Length * 2L, Array.MaxLength)));
        return _bytes.AsSpan(Length);
    }

    public void Advance(int count) => Length += count;

    private byte Frame(int frames, int longest)
    {
        int payload = PacketLength;
        Room((frames - 1) * HeaderLength);
        // Goes backwards, so that each frame moves only once, into free space.
        for (int frame = frames - 1; frame >= 0; frame--)
        {
            int from = _packet + HeaderLength + (frame * longest);
            int length = Math.Min(longest, payload - (frame * longest));
            int to = from + (frame * HeaderLength);
            if (frame > 0)
                Buffer.BlockCopy(_bytes, from, _bytes, to, length);
            BinaryPrimitives.WriteUInt32LittleEndian(_bytes.AsSpan(to - HeaderLength), (uint)length | ((uint)(byte)(_sequence + frame) << 24));
        }

        Length += (frames - 1) * HeaderLength;
        return (byte)(_sequence + frames);
    }

    private void Replace(int capacity)
    {
        byte[] other = ArrayPool<byte>.Shared.Rent(capacity);
        _bytes.AsSpan(0, Length).CopyTo(other);
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = other;
    }
}
