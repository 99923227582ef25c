using System.Net.Sockets;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;

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
        using PipelineSession session = server.Open(synchronous);
        foreach (int length in lengths)
        {
            string text = string.Concat(Enumerable.Repeat("0123456789abcdef", (length / 16) + 1))[..length];
            IReadOnlyList<string?[]> rows = await Within(session.QueryAsync(text));
            Assert.True(rows.Single().Single() == text, $"{length}");
        }
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
        using PipelineSession session = server.Open(synchronous);
        await Assert.ThrowsAsync<ProtocolException>(() => Within(session.QueryAsync("DO 0")));
        Assert.False(session.IsUsable);
        await Assert.ThrowsAsync<PipelineBrokenException>(() => Within(session.QueryAsync("DO 0")));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task The_stream_is_left_open_and_in_step(bool synchronous)
    {
        await using ScriptedServer server = new(client =>
        {
            for (int i = 0; i < 2; i++)
            {
                ScriptedServer.Read(client);
                client.Write(ServerBytes.Answer([1], ServerBytes.Column, [1, 49], ServerBytes.EndOfRows));
            }
        });
        for (int i = 0; i < 2; i++)
        {
            using PipelineSession session = server.Open(synchronous);
            Assert.Equal("1", (await Within(session.QueryAsync("SELECT 1"))).Single().Single());
            Assert.True(session.IsQuiet);
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Any_stream_will_do(bool synchronous)
    {
        await using ScriptedServer server = new(client =>
        {
            for (int i = 0; i < 200; i++)
            {
                ScriptedServer.Read(client);
                client.Write(ServerBytes.Answer(ServerBytes.Ok));
            }
        });
        using PipelineSession session = new(server.Stream, socket: null, Formats.Plain, database: "", synchronous);
        RecordedOutcomes outcomes = new();
        Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
        for (int i = 0; i < 200; i++)
            flight.Query("DO 0");
        await flight.CompleteAsync().AsTask().WaitAsync(Patience, TestContext.Current.CancellationToken);
        Assert.Equal(200, outcomes.All.Count);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_servers_farewell_is_in_the_exception(bool synchronous)
    {
        await using ScriptedServer server = new(client => client.Write(ServerBytes.Frames([0xFF, 0xBF, 0x0F, .. "#HY000Disconnected for inactivity"u8], 0)));
        using PipelineSession session = server.Open(synchronous);
        PipelineBrokenException broken = await Assert.ThrowsAsync<PipelineBrokenException>(() => Within(session.QueryAsync("DO 0")));
        if (broken.InnerException is ServerException farewell) // otherwise the reset was faster
            Assert.Equal(4031, farewell.Number);
        Assert.False(session.IsUsable);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Whoever_closes_the_stream_ends_the_wait(bool synchronous)
    {
        using ManualResetEventSlim asked = new();
        await using ScriptedServer server = new(client =>
        {
            ScriptedServer.Read(client);
            asked.Set();
            client.ReadByte();
        });
        using PipelineSession session = server.Open(synchronous);
        Task query = Task.Run(() => session.QueryAsync("SELECT SLEEP(1000)").AsTask(), TestContext.Current.CancellationToken);
        asked.Wait(TestContext.Current.CancellationToken);
        await Task.Delay(100, TestContext.Current.CancellationToken);
        session.Abort();
        server.Stream.Socket.Shutdown(SocketShutdown.Both);
        await Assert.ThrowsAsync<PipelineBrokenException>(() => query.WaitAsync(Patience, TestContext.Current.CancellationToken));
        Assert.False(session.IsUsable);
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
        using PipelineSession session = server.Open(synchronous);
        await Assert.ThrowsAsync<ServerException>(() => Within(session.QueryAsync("SELECT 1")));
        Assert.Equal([], content!);
        Assert.Empty(await Within(session.QueryAsync("DO 0")));
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
        using PipelineSession session = server.Open(synchronous);
        await Assert.ThrowsAsync<ProtocolException>(() => Within(session.QueryAsync("SELECT 1")));
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

    private static Task<T> Within<T>(ValueTask<T> task) => task.AsTask().WaitAsync(Patience, TestContext.Current.CancellationToken);
}
