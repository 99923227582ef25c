namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>The plugin's next message in a longer exchange.</summary>
internal static class AuthMoreData
{
    public const byte Header = 0x01;

    public static byte[] Read(ReadOnlySpan<byte> packet) => packet[1..].ToArray();
}
