namespace EFCore.MySqlBulk.Pipeline;

/// <summary>All that opening a session needs; equal settings open interchangeable sessions.</summary>
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

    /// <summary>The authority that the server's certificate must lead to, PEM; otherwise the system's.</summary>
    public string? AuthorityFile { get; init; }

    /// <summary>The client's certificate, PEM or PFX.</summary>
    public string? CertificateFile { get; init; }

    /// <summary>The key of a PEM certificate, when it is not in the same file.</summary>
    public string? CertificateKeyFile { get; init; }

    public string? CertificatePassword { get; init; }

    /// <summary>The server may be asked for the key that encrypts the password; whoever sits between could give his own.</summary>
    public bool AllowPublicKeyRetrieval { get; init; }

    /// <summary>The server's public RSA key, PEM, instead of asking for it.</summary>
    public string? ServerPublicKeyFile { get; init; }

    /// <summary>For the whole way from the first packet to the signed-in session.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>Keeps the passwords out of logs.</summary>
    public override string ToString() => UnixSocket is null ? $"{User}@{Host}:{Port}" : $"{User}@{UnixSocket}";
}
