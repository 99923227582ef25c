using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Decides whether the server's certificate is good enough for the settings.</summary>
internal sealed class ServerCertificateCheck : IDisposable
{
    private const string ServerAuthentication = "1.3.6.1.5.5.7.3.1";
    private readonly TlsMode _mode;
    private readonly X509Certificate2Collection _authorities = [];

    public ServerCertificateCheck(PipelineSettings settings)
    {
        _mode = settings.Tls;
        if (settings.AuthorityFile is { } file && _mode >= TlsMode.VerifyCA)
            Import(file);
    }

    /// <summary>Why the certificate was refused.</summary>
    public string? Refusal { get; private set; }

    public bool Accepts(object sender, X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        Refusal = Find(certificate as X509Certificate2, chain, errors);
        return Refusal is null;
    }

    public void Dispose()
    {
        foreach (X509Certificate2 authority in _authorities)
            authority.Dispose();
    }

    private void Import(string file)
    {
        try
        {
            _authorities.ImportFromPemFile(file);
        }
        catch (CryptographicException e)
        {
            throw new PipelineUnsupportedException($"The CA certificate '{file}' cannot be read: {e.Message}");
        }
    }

    private string? Find(X509Certificate2? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        if (_mode < TlsMode.VerifyCA)
            return null;
        if (certificate is null)
            return "The server presented no certificate.";
        if (_mode == TlsMode.VerifyFull && errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch))
            return "The server's certificate is for another host.";
        if (_authorities.Count == 0)
            return errors.HasFlag(SslPolicyErrors.RemoteCertificateChainErrors) ? "The server's certificate does not lead to an authority that the system trusts." : null;
        using X509Chain own = new();
        own.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        own.ChainPolicy.CustomTrustStore.AddRange(_authorities);
        own.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        own.ChainPolicy.ApplicationPolicy.Add(new(ServerAuthentication));
        foreach (X509ChainElement element in chain?.ChainElements ?? Enumerable.Empty<X509ChainElement>())
            own.ChainPolicy.ExtraStore.Add(element.Certificate);
        return own.Build(certificate) ? null : "The server's certificate does not lead to the given CA certificate.";
    }
}
