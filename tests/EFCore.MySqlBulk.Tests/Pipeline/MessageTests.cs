using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Tests.Pipeline;

public sealed class MessageTests
{
    [Fact]
    public void A_greeting_tells_version_connection_and_scramble()
    {
        HandshakeV10 greeting = HandshakeV10.Read(ServerBytes.Greeting());
        Assert.Equal("8.4.0", greeting.ServerVersion);
        Assert.Equal(7U, greeting.ConnectionId);
        Assert.Equal(Enumerable.Range(1, 20).Select(i => (byte)i), greeting.Scramble);
        Assert.Equal("mysql_native_password", greeting.Plugin);
        Assert.True(greeting.Capabilities.HasFlag(Capabilities.DeprecateEof | Capabilities.LocalFiles));
        Assert.False(greeting.Capabilities.HasFlag(Capabilities.Tls));
        Assert.False(greeting.Capabilities.HasFlag(Capabilities.BulkOperations));
    }

    [Fact]
    public void MariaDBs_own_capabilities_count_only_where_it_says_that_it_has_them()
    {
        byte[] greeting = ServerBytes.Greeting();
        int filler = "8.4.0".Length + 2 + 4 + 8 + 1 + 2 + 1 + 2 + 2 + 1 + 6;
        greeting[filler] = 1 << 2;
        Assert.False(HandshakeV10.Read(greeting).Capabilities.HasFlag(Capabilities.BulkOperations));
        greeting["8.4.0".Length + 2 + 4 + 8 + 1] &= 0xFE;
        Assert.True(HandshakeV10.Read(greeting).Capabilities.HasFlag(Capabilities.BulkOperations));
    }

    [Fact]
    public void Every_shortened_greeting_is_refused()
    {
        byte[] greeting = ServerBytes.Greeting();
        for (int length = 0; length < greeting.Length; length++)
        {
            byte[] shortened = greeting[..length];
            Assert.Throws<ProtocolException>(() => HandshakeV10.Read(shortened));
        }
    }

    [Fact]
    public void A_greeting_of_another_protocol_is_refused() => Assert.Throws<ProtocolException>(() => HandshakeV10.Read("SSH-2.0-OpenSSH_9.2"u8));

    [Fact]
    public void A_server_without_plugins_is_too_old()
    {
        byte[] greeting = ServerBytes.Greeting();
        greeting["8.4.0".Length + 2 + 4 + 8 + 1 + 2 + 1 + 2 + 2] = 0;
        greeting["8.4.0".Length + 2 + 4 + 8 + 1 + 2 + 1 + 2] = 0;
        Assert.Throws<PipelineUnsupportedException>(() => HandshakeV10.Read(greeting));
    }

    [Fact]
    public void An_OK_packet_of_long_numbers_is_read()
    {
        OkPacket ok = OkPacket.Read([0, 0xFD, 1, 2, 3, 0xFE, 1, 2, 3, 4, 5, 6, 7, 0x80, 0x03, 0x40, 9, 1, .. "Rows matched: 1"u8]);
        Assert.Equal(new(0x030201, 0x8007060504030201, (ServerStatus)0x4003, 0x0109), ok);
        Assert.False(ok.HasMoreResults);
    }

    [Fact]
    public void An_error_is_read_with_and_without_its_state()
    {
        ServerException error = ErrPacket.Read(ServerBytes.Duplicate);
        Assert.Equal((1062, "23000", "Duplicate entry '1' for key 'PRIMARY'"), (error.Number, error.SqlState, error.Message));
        error = ErrPacket.Read([0xFF, 0x10, 0x04, .. "Too many connections"u8]);
        Assert.Equal((1040, null, "Too many connections"), (error.Number, error.SqlState, error.Message));
        Assert.Equal("#12", ErrPacket.Read([0xFF, 1, 0, .. "#12"u8]).Message);
    }

    [Fact]
    public void The_handshakes_answer_is_as_documented()
    {
        using PacketBuffer packet = new();
        const Capabilities capabilities = Capabilities.Protocol41 | Capabilities.SecureConnection | Capabilities.ConnectWithDatabase | Capabilities.BulkOperations;
        HandshakeResponse41.Write(packet, capabilities, "jürgen", [1, 2, 3], "db", "mysql_native_password");
        byte[] expected =
        [
            0x08, 0x82, 0, 0, 0, 0, 0, 0x40, 45, .. new byte[19], 4, 0, 0, 0,
            .. System.Text.Encoding.UTF8.GetBytes("jürgen"), 0, 3, 1, 2, 3, .. "db\0mysql_native_password\0"u8,
        ];
        Assert.Equal(expected, packet.Written.ToArray());
    }

    [Fact]
    public void A_switch_of_the_plugin_is_read_and_that_of_MySQL_4_0_is_refused()
    {
        AuthSwitchRequest request = AuthSwitchRequest.Read([0xFE, .. "caching_sha2_password\0"u8, 1, 2, 3, 0]);
        Assert.Equal("caching_sha2_password", request.Plugin);
        Assert.Equal([1, 2, 3], request.Scramble);
        Assert.Throws<PipelineUnsupportedException>(() => AuthSwitchRequest.Read([0xFE]));
    }
}
