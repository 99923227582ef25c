namespace EFCore.MySqlBulk.Pipeline.Authentication;

/// <summary>What a plugin may use.</summary>
/// <remarks>It is private where nobody can listen: TLS, or a socket within the machine.</remarks>
internal sealed record Credentials(PipelineSettings Settings, bool IsPrivate)
{
    /// <summary>The password as UTF-8, ended by a zero where <paramref name="terminated" />.</summary>
    public byte[] Password(bool terminated = false) => System.Text.Encoding.UTF8.GetBytes(terminated ? Settings.Password + '\0' : Settings.Password);
}
