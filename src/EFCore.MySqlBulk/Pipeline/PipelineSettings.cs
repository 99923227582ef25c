namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Everything needed to open a session; equal settings open interchangeable sessions.</summary>
internal sealed record PipelineSettings
{
    public required string Host { get; init; }

    public int Port { get; init; } = 3306;

    /// <summary>The path of a Unix socket, instead of host and port.</summary>
    public string? UnixSocket { get; init; }

    public required string User { get; init; }

    public string Password { get; init; } = "";

    public string? Database { get; init; }

    public TlsMode Tls { get; init; } = TlsMode.Preferred;

    /// <summary>A PEM file with the CA certificate that the server's certificate must lead to; without it, the system's authorities are used.</summary>
    public string? AuthorityFile { get; init; }

    /// <summary>The client certificate, PEM or PFX.</summary>
    public string? CertificateFile { get; init; }

    /// <summary>The key of a PEM certificate, if it is not in the same file.</summary>
    public string? CertificateKeyFile { get; init; }

    public string? CertificatePassword { get; init; }

    /// <summary>The server may be asked for the key that encrypts the password; a man in the middle could send another one.</summary>
    public bool AllowPublicKeyRetrieval { get; init; }

    /// <summary>A PEM file with the server's public RSA key, used instead of asking for it.</summary>
    public string? ServerPublicKeyFile { get; init; }

    /// <summary>The time limit from the first packet to the end of the handshake.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>Keeps the passwords out of logs.</summary>
    public override string ToString() => UnixSocket is null ? $"{User}@{Host}:{Port}" : $"{User}@{UnixSocket}";
}
