using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace TestServers;

/// <summary>A certificate for the loopback address, signed by itself.</summary>
internal sealed record SelfSignedCertificate(string CertificatePath, string KeyPath)
{
    public string[] ServerArguments => [$"--ssl-cert={CertificatePath}", $"--ssl-key={KeyPath}"];

    public static SelfSignedCertificate WriteTo(string folder)
    {
        using RSA key = RSA.Create(2048);
        CertificateRequest request = new("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        SubjectAlternativeNameBuilder names = new();
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        using X509Certificate2 certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(30));

        SelfSignedCertificate files = new(Path.Combine(folder, "server-cert.pem"), Path.Combine(folder, "server-key.pem"));
        File.WriteAllText(files.CertificatePath, certificate.ExportCertificatePem());
        File.WriteAllText(files.KeyPath, key.ExportPkcs8PrivateKeyPem());
        return files;
    }
}
