using System.Net.Sockets;
using EFCore.MySqlBulk.Pipeline;

namespace EFCore.MySqlBulk.Tests.Pipeline;

/// <summary>How a session handles a server that is slow, wrong or gone.</summary>
public sealed class PipelineSessionTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    public static TheoryData<bool> Modes => [true, false];

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Packets_of_any_length_come_through_whatever_the_pieces(bool synchronous)
    {
        int[] lengths = [0, 1, 250, 251, 70_000, 0xFFFFFF - 5, 0xFFFFFF - 4, 0xFFFFFF - 3, 0x1000000, (2 * 0xFFFFFF) - 9, 2 * 0xFFFFFF];
        await using ScriptedServer server = new(client =>
        {
            foreach (int length in lengths)
            {
                byte[] query = ScriptedServer.Read(client);
                Assert.Equal(length + 1, query.Length);
                byte[] text = query[1..];
                byte[] row = [0xFE, .. BitConverter.GetBytes((long)length), .. text];
                if (length < 0xFFFFFF - 9)
                    row = length < 251 ? [(byte)length, .. text] : [0xFD, .. BitConverter.GetBytes(length).Take(3), .. text];
                WriteInPieces(client, [.. Frames(length + 1, [1], ServerBytes.Column, row, ServerBytes.EndOfRows)], length);
            }
        });
        PipelineSession session = await OpenAsync(server, synchronous);
        foreach (int length in lengths)
        {
            string text = string.Concat(Enumerable.Repeat("0123456789abcdef", (length / 16) + 1))[..length];
            IReadOnlyList<string?[]> rows = await Within(session.QueryAsync(text));
            Assert.True(rows.Single().Single() == text, $"{length}");
        }

        await session.CloseAsync();
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_packet_out_of_order_ends_the_session(bool synchronous)
    {
        await using ScriptedServer server = new(client =>
        {
            ScriptedServer.Read(client);
            client.Write(ServerBytes.Frames(ServerBytes.Ok, 2));
        });
        PipelineSession session = await OpenAsync(server, synchronous);
        await Assert.ThrowsAsync<ProtocolException>(() => Within(session.QueryAsync("DO 0")));
        Assert.False(session.IsUsable);
        await Assert.ThrowsAsync<PipelineBrokenException>(() => Within(session.QueryAsync("DO 0")));
        await session.CloseAsync();
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_reset_ends_quietly_on_a_session_that_was_closed_meanwhile(bool synchronous)
    {
        await using ScriptedServer server = new(_ => { });
        PipelineSession session = await OpenAsync(server, synchronous);
        session.Abort();
        await session.EndResetAsync().AsTask().WaitAsync(Patience, TestContext.Current.CancellationToken);
        Assert.False(session.IsUsable);
        await session.CloseAsync();
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_servers_farewell_is_in_the_exception(bool synchronous)
    {
        await using ScriptedServer server = new(client => client.Write(ServerBytes.Frames([0xFF, 0xBF, 0x0F, .. "#HY000Disconnected for inactivity"u8], 0)));
        PipelineSession session = await OpenAsync(server, synchronous);
        PipelineBrokenException broken = await Assert.ThrowsAsync<PipelineBrokenException>(() => Within(session.QueryAsync("DO 0")));
        if (broken.InnerException is ServerException farewell) // otherwise the reset was faster
            Assert.Equal(4031, farewell.Number);
        Assert.False(session.IsUsable);
        await session.CloseAsync();
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task An_abort_from_another_thread_ends_the_wait(bool synchronous)
    {
        using ManualResetEventSlim asked = new();
        await using ScriptedServer server = new(client =>
        {
            ScriptedServer.Read(client);
            asked.Set();
            client.ReadByte();
        });
        PipelineSession session = await OpenAsync(server, synchronous);
        Task query = Task.Run(() => session.QueryAsync("SELECT SLEEP(1000)").AsTask(), TestContext.Current.CancellationToken);
        asked.Wait(TestContext.Current.CancellationToken);
        await Task.Delay(100, TestContext.Current.CancellationToken);
        session.Abort();
        await Assert.ThrowsAsync<PipelineBrokenException>(() => query.WaitAsync(Patience, TestContext.Current.CancellationToken));
        Assert.False(session.IsUsable);
        await session.CloseAsync();
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_server_that_never_finishes_the_handshake_is_abandoned(bool synchronous)
    {
        await using ScriptedServer server = new(client => client.CopyTo(Stream.Null), completesHandshake: false);
        PipelineSettings settings = server.Settings with { ConnectTimeout = TimeSpan.FromMilliseconds(300) };
        PipelineBrokenException broken = await Assert.ThrowsAsync<PipelineBrokenException>(
            () => Within(PipelineSession.OpenAsync(settings, synchronous, TestContext.Current.CancellationToken)));
        Assert.IsType<TimeoutException>(broken.InnerException);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_handshake_can_be_cancelled(bool synchronous)
    {
        await using ScriptedServer server = new(client => client.CopyTo(Stream.Null), completesHandshake: false);
        using CancellationTokenSource source = new(TimeSpan.FromMilliseconds(200));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Within(PipelineSession.OpenAsync(server.Settings, synchronous, source.Token)));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_closed_port_is_said_to_be_unreachable(bool synchronous)
    {
        ScriptedServer server = new(_ => { });
        PipelineSettings settings = server.Settings;
        await server.DisposeAsync();
        PipelineBrokenException broken = await Assert.ThrowsAsync<PipelineBrokenException>(
            () => Within(PipelineSession.OpenAsync(settings, synchronous, TestContext.Current.CancellationToken)));
        Assert.IsType<SocketException>(broken.InnerException);
    }

    [Fact]
    public async Task Where_TLS_is_required_nothing_is_said_to_a_server_without()
    {
        foreach (TlsMode tls in (TlsMode[])[TlsMode.Required, TlsMode.VerifyCA, TlsMode.VerifyFull])
        {
            byte[]? heard = null;
            ScriptedServer server = new(client => heard = Listen(client), completesHandshake: false);
            await Assert.ThrowsAsync<PipelineUnsupportedException>(
                () => Within(PipelineSession.OpenAsync(server.Settings with { Tls = tls }, false, TestContext.Current.CancellationToken)));
            await server.DisposeAsync();
            Assert.Equal([], heard!);
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_file_that_was_not_offered_is_refused_with_an_empty_packet(bool synchronous)
    {
        byte[]? content = null;
        await using ScriptedServer server = new(client =>
        {
            ScriptedServer.Read(client);
            client.Write(ServerBytes.Answer([0xFB, .. "/etc/passwd"u8]));
            content = ScriptedServer.Read(client);
            client.Write(ServerBytes.Frames(ServerBytes.Duplicate, 3));
            ScriptedServer.Read(client);
            client.Write(ServerBytes.Answer(ServerBytes.Ok));
        });
        PipelineSession session = await OpenAsync(server, synchronous);
        await Assert.ThrowsAsync<ServerException>(() => Within(session.QueryAsync("SELECT 1")));
        Assert.Equal([], content!);
        Assert.Empty(await Within(session.QueryAsync("DO 0")));
        await session.CloseAsync();
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_server_that_continues_as_if_it_had_got_a_file_is_an_error(bool synchronous)
    {
        await using ScriptedServer server = new(client =>
        {
            ScriptedServer.Read(client);
            client.Write(ServerBytes.Answer([0xFB, .. "/etc/passwd"u8]));
            ScriptedServer.Read(client);
            client.Write(ServerBytes.Frames(ServerBytes.Ok, 3));
        });
        PipelineSession session = await OpenAsync(server, synchronous);
        await Assert.ThrowsAsync<ProtocolException>(() => Within(session.QueryAsync("SELECT 1")));
        await session.CloseAsync();
    }

    [Fact]
    public void Settings_do_not_show_their_password()
        => Assert.DoesNotContain("secret", new PipelineSettings { Host = "h", User = "u", Password = "secret" }.ToString(), StringComparison.Ordinal);

    [Fact]
    public void Settings_are_equal_by_value()
        => Assert.Equal(new PipelineSettings { Host = "h", User = "u", Password = "p" }, new PipelineSettings { Host = "h", User = "u", Password = "p" });

    private static byte[] Listen(NetworkStream client)
    {
        using MemoryStream heard = new();
        client.CopyTo(heard);
        return heard.ToArray();
    }

    private static byte[] Frames(int queryLength, params byte[][] packets)
    {
        int sequence = (queryLength / 0xFFFFFF) + 1;
        using MemoryStream all = new();
        foreach (byte[] packet in packets)
        {
            all.Write(ServerBytes.Frames(packet, sequence));
            sequence += (packet.Length / 0xFFFFFF) + 1;
        }

        return all.ToArray();
    }

    // Small pieces at both ends, where the headers are, and large ones between.
    private static void WriteInPieces(NetworkStream client, byte[] bytes, int seed)
    {
        Random random = new(seed);
        for (int at = 0; at < bytes.Length;)
        {
            int piece = at < 64 || at > bytes.Length - 64 ? random.Next(1, 4) : random.Next(1, 3_000_000);
            piece = Math.Min(piece, bytes.Length - at);
            client.Write(bytes, at, piece);
            at += piece;
        }
    }

    private static Task<PipelineSession> OpenAsync(ScriptedServer server, bool synchronous)
        => Within(PipelineSession.OpenAsync(server.Settings, synchronous, TestContext.Current.CancellationToken));

    private static Task<T> Within<T>(ValueTask<T> task) => task.AsTask().WaitAsync(Patience, TestContext.Current.CancellationToken);
}
