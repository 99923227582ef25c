using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Reads the client's certificate, PEM or PFX.</summary>
internal static class ClientCertificate
{
    public static X509CertificateCollection? Load(PipelineSettings settings)
    {
        if (settings.CertificateFile is not { } file)
            return null;
        try
        {
            return [Load(file, settings)];
        }
        catch (CryptographicException e)
        {
            throw new PipelineUnsupportedException($"The client certificate '{file}' cannot be read: {e.Message}");
        }
    }

    private static X509Certificate2 Load(string file, PipelineSettings settings)
    {
        if (!File.ReadAllText(file).Contains("-----BEGIN", StringComparison.Ordinal))
            return Pfx(file, settings.CertificatePassword);
        using X509Certificate2 read = settings.CertificatePassword is { Length: > 0 } password
            ? X509Certificate2.CreateFromEncryptedPemFile(file, password, settings.CertificateKeyFile)
            : X509Certificate2.CreateFromPemFile(file, settings.CertificateKeyFile);
        // Windows signs only with keys that came out of a PFX.
        return Pfx(read.Export(X509ContentType.Pfx));
    }

    // The loader that replaces these constructors is not in .NET 8.
#pragma warning disable SYSLIB0057
    private static X509Certificate2 Pfx(string file, string? password) => new(file, password);

    private static X509Certificate2 Pfx(byte[] bytes) => new(bytes);
#pragma warning restore SYSLIB0057
}
