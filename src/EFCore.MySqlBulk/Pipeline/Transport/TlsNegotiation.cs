using System.Net.Security;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Starts TLS on the socket, as strictly as the settings demand.</summary>
internal static class TlsNegotiation
{
    public static async ValueTask<Stream> RunAsync(PacketTransport transport, PipelineSettings settings, CancellationToken token)
    {
        SslStream stream = new(new TlsRecordStream(transport.Socket));
        using ServerCertificateCheck check = new(settings);
        try
        {
            SslClientAuthenticationOptions options = new()
            {
                TargetHost = settings.Host,
                RemoteCertificateValidationCallback = check.Accepts,
                ClientCertificates = ClientCertificate.Load(settings),
            };
            await transport.Mode.AuthenticateAsync(stream, options, token).ConfigureAwait(false);
            return stream;
        }
        catch (Exception e) when (e is System.Security.Authentication.AuthenticationException || PacketTransport.IsTransportTrouble(e))
        {
            await stream.DisposeAsync().ConfigureAwait(false);
            throw transport.Broken(check.Refusal is { } refusal ? new System.Security.Authentication.AuthenticationException(refusal, e) : e);
        }
    }
}
