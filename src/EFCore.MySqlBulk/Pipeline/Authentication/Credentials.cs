namespace EFCore.MySqlBulk.Pipeline.Authentication;

/// <summary>What a plugin needs to prove the client's identity.</summary>
/// <remarks>The connection is private if nobody can listen in: TLS, or a socket within the machine.</remarks>
internal sealed record Credentials(PipelineSettings Settings, bool IsPrivate)
{
    /// <summary>The password as UTF-8, followed by a zero byte if <paramref name="terminated" />.</summary>
    public byte[] Password(bool terminated = false) => System.Text.Encoding.UTF8.GetBytes(terminated ? Settings.Password + '\0' : Settings.Password);
}
