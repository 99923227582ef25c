
namespace EFCore.MySqlBulk.Tests.Pipeline;

/// <summary>The bytes that a server sends, built from the protocol's documentation and without the library's own writers.</summary>
internal static class ServerBytes
{
    /// <summary>OK: one row affected, id 5, autocommit, no warnings.</summary>
    public static readonly byte[] Ok = [0x00, 1, 5, 2, 0, 0, 0];

    public static readonly byte[] OkWithMore = [0x00, 2, 0, 0x0A, 0, 3, 0];

    /// <summary>The end of rows with deprecated EOF: an OK packet with another header.</summary>
    public static readonly byte[] EndOfRows = [0xFE, 0, 0, 2, 0, 0, 0];

    public static readonly byte[] OkWithMoreRows = [0xFE, 0, 0, 0x0A, 0, 0, 0];

    /// <summary>The old end of columns or rows: warnings, then status.</summary>
    public static readonly byte[] Eof = [0xFE, 0, 0, 2, 0];

    public static readonly byte[] Duplicate = [0xFF, 0x26, 0x04, .. "#23000Duplicate entry '1' for key 'PRIMARY'"u8];

    public static readonly byte[] Column = [3, .. "def"u8, 0, 0, 0, 1, (byte)'a', 0, 0x0C, 45, 0, 1, 0, 0, 0, 0xFD, 0, 0, 0, 0, 0];

    /// <summary>Statement 1, one parameter, no columns.</summary>
    public static readonly byte[] Prepared = [0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0];

    /// <summary>Statement 2, no parameters, no columns.</summary>
    public static readonly byte[] PreparedWithout = [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    /// <summary>An OK packet that tells what has changed in the session: its current database is <c>db</c> now.</summary>
    public static readonly byte[] OkOfAnotherSchema = [0x00, 0, 0, 2, 0x40, 0, 0, 0, 5, 1, 3, 2, .. "db"u8];

    /// <summary>The same for a variable: <c>x</c> is <c>1</c>.</summary>
    public static readonly byte[] OkOfAnotherVariable = [0x00, 0, 0, 2, 0x40, 0, 0, 0, 6, 0, 4, 1, .. "x"u8, 1, .. "1"u8];

    /// <summary>A packet as frames, starting at a sequence number.</summary>
    public static byte[] Frames(ReadOnlySpan<byte> packet, int sequence)
    {
        using MemoryStream frames = new();
        while (true)
        {
            int length = Math.Min(packet.Length, 0xFFFFFF);
            frames.Write([(byte)length, (byte)(length >> 8), (byte)(length >> 16), (byte)sequence++]);
            frames.Write(packet[..length]);
            packet = packet[length..];
            if (length < 0xFFFFFF)
                return frames.ToArray();
        }
    }

    /// <summary>An answer's packets, the first with number 1.</summary>
    public static byte[] Answer(params byte[][] packets) => [.. packets.SelectMany((packet, i) => Frames(packet, i + 1))];
}
