namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>The server's request for the content of LOAD DATA LOCAL. The file that it names is never opened.</summary>
internal static class LocalInfileRequest
{
    public const byte Header = 0xFB;
}
