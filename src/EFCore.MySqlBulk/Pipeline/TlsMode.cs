namespace EFCore.MySqlBulk.Pipeline;

/// <summary>How much a session insists on TLS, in rising order.</summary>
internal enum TlsMode
{
    None,

    /// <summary>Plain only where the server offers no TLS.</summary>
    Preferred,

    Required,

    /// <summary>The certificate must lead to a trusted authority.</summary>
    VerifyCA,

    /// <summary>The certificate must also name the host.</summary>
    VerifyFull,
}
