namespace EFCore.MySqlBulk.Session.Settings;

/// <summary>How strictly a session demands TLS, in rising order.</summary>
internal enum TlsMode
{
    None,

    /// <summary>Unencrypted only if the server does not offer TLS.</summary>
    Preferred,

    Required,

    /// <summary>The certificate must lead to a trusted authority.</summary>
    VerifyCA,

    /// <summary>The certificate must also name the host.</summary>
    VerifyFull,
}
