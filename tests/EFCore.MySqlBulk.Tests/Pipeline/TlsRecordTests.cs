using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using EFCore.MySqlBulk.Pipeline;

namespace EFCore.MySqlBulk.Tests.Pipeline;

/// <summary>Answers over TLS, however they are split into records: waiting for more bytes than will come would never end.</summary>
public sealed class TlsRecordTests
{
    private const int Count = 1_000;

    [Theory]
    [InlineData(true, 1, 700)]
    [InlineData(false, 1, 700)]
    [InlineData(true, 500, 3_000)]
    [InlineData(false, 500, 3_000)]
    [InlineData(true, 1_000, 4_000)]
    [InlineData(false, 1_000, 4_000)]
    [InlineData(true, 1_000, 10_500)]
    [InlineData(false, 1_000, 10_500)]
    public async Task Any_number_of_answers_in_a_record_and_any_pieces_of_it_are_gathered(bool synchronous, int answers, int piece)
    {
        await using ScriptedServer server = new(client => Serve(client, answers, piece), Greeting(), completesHandshake: false);
        Task<int> told = Task.Run(() => FlyAsync(server.Settings with { Tls = TlsMode.Required }, synchronous), TestContext.Current.CancellationToken);
        Assert.Equal(Count, await told.WaitAsync(TimeSpan.FromSeconds(120), TestContext.Current.CancellationToken));
    }

    private static async Task<int> FlyAsync(PipelineSettings settings, bool synchronous)
    {
        PipelineSession session = await PipelineSession.OpenAsync(settings, synchronous, TestContext.Current.CancellationToken);
        RecordedOutcomes outcomes = new();
        Flight flight = session.StartFlight(new() { Statements = 2 * Count }, outcomes);
        for (int i = 0; i < Count; i++)
            flight.Query("DO 0");
        await flight.CompleteAsync();
        await session.CloseAsync();
        return outcomes.All.Count(o => o.Ok is not null);
    }

    private static void Serve(NetworkStream client, int answers, int piece)
    {
        ScriptedServer.Read(client);
        PiecewiseStream pieces = new(client);
        using SslStream stream = new(pieces);
        using X509Certificate2 certificate = Certificate();
        stream.AuthenticateAsServer(certificate);
        Skip(stream);
        stream.Write(ServerBytes.Frames(ServerBytes.Ok, 3));
        for (int i = 0; i < Count; i++)
            Skip(stream);
        pieces.Piece = piece;
        byte[] record = [.. Enumerable.Repeat(ServerBytes.Answer(ServerBytes.Ok), answers).SelectMany(bytes => bytes)];
        if (answers == 1)
            pieces.Piece = 0;
        for (int i = 0; i < Count; i += answers)
            stream.Write(record);
        stream.ReadByte();
    }

    private static void Skip(SslStream stream)
    {
        byte[] header = new byte[4];
        stream.ReadExactly(header);
        stream.ReadExactly(new byte[header[0] | (header[1] << 8)]);
    }

    private static byte[] Greeting()
    {
        byte[] greeting = ServerBytes.Greeting();
        greeting["8.4.0".Length + 2 + 4 + 8 + 1 + 1] |= 1 << 3; // TLS, bit 11
        return greeting;
    }

    private static X509Certificate2 Certificate()
    {
        using RSA key = RSA.Create(2048);
        CertificateRequest request = new("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using X509Certificate2 certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pfx), null);
    }
}
