using System.Diagnostics;
using EFCore.MySqlBulk.Pipeline.Authentication;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>The handshake: from the server's greeting to its OK.</summary>
internal sealed class HandshakeExchange(PacketTransport transport, PacketBuffer packets, PipelineSettings settings)
{
    // There is no SESSION_TRACK, because it would make every answer longer, and no compression.
    private const Capabilities Wanted = Capabilities.LongPassword | Capabilities.FoundRows | Capabilities.LongFlag | Capabilities.ConnectWithDatabase
        | Capabilities.LocalFiles | Capabilities.Protocol41 | Capabilities.Transactions | Capabilities.SecureConnection | Capabilities.MultiStatements
        | Capabilities.MultiResults | Capabilities.PreparedMultiResults | Capabilities.PluginAuthentication | Capabilities.ConnectAttributes
        | Capabilities.PluginAuthenticationLengthEncoded | Capabilities.DeprecateEof | Capabilities.BulkOperations;

    // Give up on a server that never finishes the handshake.
    private const int MaxWords = 16;
    private bool _isPrivate = settings.UnixSocket is not null;

    public async ValueTask<HandshakeResult> RunAsync(CancellationToken token)
    {
        transport.Expect(0);
        byte[] greeting = await ReadAsync().ConfigureAwait(false);
        if (ErrPacket.Is(greeting))
            throw ErrPacket.Read(greeting);
        HandshakeV10 handshake = HandshakeV10.Read(greeting);
        Capabilities capabilities = Wanted & handshake.Capabilities;
        if (string.IsNullOrEmpty(settings.Database))
            capabilities &= ~Capabilities.ConnectWithDatabase;
        if (WantsTls(handshake))
        {
            capabilities |= Capabilities.Tls;
            await SecureAsync(capabilities, token).ConfigureAwait(false);
        }

        TimeSpan roundTrip = await ProveAsync(handshake, capabilities).ConfigureAwait(false);
        return new(handshake, capabilities, roundTrip);
    }

    private bool WantsTls(HandshakeV10 handshake)
    {
        if (settings.Tls == TlsMode.None || (settings.Tls == TlsMode.Preferred && settings.UnixSocket is not null))
            return false;
        if (handshake.Capabilities.HasFlag(Capabilities.Tls))
            return true;
        return settings.Tls == TlsMode.Preferred ? false : throw new PipelineUnsupportedException("TLS is required, but the server does not offer it.");
    }

    private async ValueTask SecureAsync(Capabilities capabilities, CancellationToken token)
    {
        packets.Begin(transport.NextSequence);
        SslRequest.Write(packets, capabilities);
        byte sequence = packets.End();
        await transport.SendAsync(packets).ConfigureAwait(false);
        transport.Secure(await TlsNegotiation.RunAsync(transport, settings, token).ConfigureAwait(false));
        transport.Expect(sequence);
        _isPrivate = true;
    }

    private async ValueTask<TimeSpan> ProveAsync(HandshakeV10 handshake, Capabilities capabilities)
    {
        Credentials credentials = new(settings, _isPrivate);
        // The server's default plugin may be unknown here, but the account's need not be: the server then asks to switch.
        AuthenticationPlugin? known = AuthenticationPlugin.Find(handshake.Plugin);
        AuthenticationPlugin plugin = known ?? new MySqlNativePassword();
        byte[] proof = plugin.Prove(handshake.Scramble, credentials);
        packets.Begin(transport.NextSequence);
        HandshakeResponse41.Write(packets, capabilities, settings.User, proof, settings.Database, known is null ? MySqlNativePassword.Name : handshake.Plugin);
        TimeSpan roundTrip = TimeSpan.MaxValue;
        for (int word = 0; word < MaxWords; word++)
        {
            long start = Stopwatch.GetTimestamp();
            await SendAsync().ConfigureAwait(false);
            byte[]? reply;
            do
            {
                byte[] answer = await ReadAsync().ConfigureAwait(false);
                roundTrip = TimeSpan.FromTicks(Math.Min(roundTrip.Ticks, Stopwatch.GetElapsedTime(start).Ticks));
                if (answer[0] == OkPacket.Header)
                    return roundTrip;
                reply = Reply(answer, ref plugin, credentials);
            }
            while (reply is null && ++word < MaxWords);
            packets.Begin(transport.NextSequence);
            packets.Bytes(reply ?? []);
        }

        throw new ProtocolException("The server did not finish the handshake.");
    }

    private static byte[]? Reply(byte[] answer, ref AuthenticationPlugin plugin, Credentials credentials)
    {
        switch (answer[0])
        {
            case ErrPacket.Header:
                throw ErrPacket.Read(answer);
            case AuthSwitchRequest.Header:
                AuthSwitchRequest request = AuthSwitchRequest.Read(answer);
                plugin = AuthenticationPlugin.Named(request.Plugin);
                return plugin.Prove(request.Scramble, credentials);
            case AuthMoreData.Header:
                return plugin.Continue(AuthMoreData.Read(answer), credentials);
            default:
                throw new ProtocolException("The server sent an unexpected packet during the handshake.");
        }
    }

    private async ValueTask SendAsync()
    {
        transport.Expect(packets.End());
        await transport.SendAsync(packets).ConfigureAwait(false);
    }

    private async ValueTask<byte[]> ReadAsync()
    {
        byte[]? packet;
        while ((packet = Take()) is null)
            await transport.ReceiveAsync().ConfigureAwait(false);
        return packet.Length > 0 ? packet : throw new ProtocolException("The server sent an empty packet.");
    }

    private byte[]? Take() => transport.TryTake(out ReadOnlySpan<byte> packet) ? packet.ToArray() : null;
}
