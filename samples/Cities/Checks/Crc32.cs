using System.Text;

namespace Cities.Checks;

/// <summary>The same number as the SQL function CRC32 gives for a text in utf8mb4.</summary>
internal static class Crc32
{
    private static readonly uint[] Table = [.. Enumerable.Range(0, 256).Select(Entry)];

    public static uint Of(string text)
    {
        uint crc = uint.MaxValue;
        foreach (byte b in Encoding.UTF8.GetBytes(text))
            crc = Table[(byte)(crc ^ b)] ^ (crc >> 8);
        return ~crc;
    }

    private static uint Entry(int number)
    {
        uint entry = (uint)number;
        for (int bit = 0; bit < 8; bit++)
            entry = (entry & 1) == 0 ? entry >> 1 : (entry >> 1) ^ 0xEDB88320;
        return entry;
    }
}
