using System.Net.Sockets;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Tests.Pipeline;

/// <summary>Valid server streams in which a few bytes are changed, cut or repeated must soon give an exception or an answer.</summary>
public sealed class MalformedStreamTests
{
    private const int Tries = 400;

    [Theory]
    [InlineData(true, 1)]
    [InlineData(false, 2)]
    public async Task A_damaged_stream_ends_in_an_exception_or_in_an_answer(bool synchronous, int seed)
    {
        Random random = new(seed);
        int failed = 0;
        for (int i = 0; i < Tries; i++)
        {
            byte[] stream = Damaged(random);
            int piece = random.Next(1, 200);
            await using ScriptedServer server = new(client => Play(client, stream, piece));
            try
            {
                await UseAsync(server, synchronous).WaitAsync(TimeSpan.FromSeconds(120), TestContext.Current.CancellationToken);
            }
            catch (Exception e) when (e is ProtocolException or PipelineBrokenException or ServerException)
            {
                failed++;
            }
        }

        Assert.InRange(failed, 1, Tries);
    }

    [Fact]
    public async Task A_length_that_is_wrong_takes_no_memory()
    {
        await using ScriptedServer server = new(client =>
        {
            ScriptedServer.Read(client);
            client.Write([0xFF, 0xFF, 0xFF, 1, .. new byte[1_000]]);
            client.Socket.Shutdown(SocketShutdown.Send);
            client.CopyTo(Stream.Null);
        });
        // Synchronous, so that everything runs on one thread, whose allocations are counted.
        long taken = long.MaxValue;
        Exception? thrown = null;
        Thread thread = new(() =>
        {
            using PipelineSession session = server.Open(synchronous: true);
            long before = GC.GetAllocatedBytesForCurrentThread();
            thrown = Record.Exception(() => session.QueryAsync("SELECT 1").AsTask().GetAwaiter().GetResult());
            taken = GC.GetAllocatedBytesForCurrentThread() - before;
        });
        thread.Start();
        Assert.True(await Task.Run(() => thread.Join(TimeSpan.FromSeconds(120)), TestContext.Current.CancellationToken));
        Assert.IsType<PipelineBrokenException>(thrown);
        Assert.InRange(taken, 0, 256 * 1024);
    }

    private static async Task UseAsync(ScriptedServer server, bool synchronous)
    {
        using PipelineSession session = server.Open(synchronous, Formats.Plain with { TracksSession = true });
        Flight flight = session.StartFlight(new() { Statements = 8 }, new RecordedOutcomes());
        PreparedStatement statement = flight.Prepare("DO ?", [new(ColumnType.Long)]);
        await flight.PumpAsync();
        for (int i = 0; i < 6 && statement.IsReady; i++)
        {
            flight.BeginExecute(statement);
            flight.Parameters.Int32(i);
            flight.EndExecute();
            if (flight.MustPump)
                await flight.PumpAsync();
        }

        await flight.CompleteAsync();
        await session.QueryAsync("SELECT 1");
    }

    private static byte[] Damaged(Random random)
    {
        List<byte> bytes =
        [
            .. ServerBytes.Answer(ServerBytes.Prepared, ServerBytes.Column), .. ServerBytes.Answer(ServerBytes.Ok), .. ServerBytes.Answer(ServerBytes.Duplicate),
            .. ServerBytes.Answer([1], ServerBytes.Column, [0, 0, 5, 0, 0, 0], ServerBytes.OkWithMoreRows, ServerBytes.Ok),
            .. ServerBytes.Answer(ServerBytes.OkWithMore, ServerBytes.Ok), .. ServerBytes.Answer(ServerBytes.Ok), .. ServerBytes.Answer(ServerBytes.Ok),
            .. ServerBytes.Answer([1], ServerBytes.Column, [1, 49], [0xFB], ServerBytes.EndOfRows),
        ];
        for (int damages = random.Next(1, 4); damages > 0; damages--)
        {
            int at = random.Next(bytes.Count);
            switch (random.Next(4))
            {
                case 0: bytes[at] = (byte)random.Next(256); break;
                case 1: bytes[at] ^= (byte)(1 << random.Next(8)); break;
                case 2: bytes.RemoveRange(at, Math.Min(random.Next(1, 6), bytes.Count - at)); break;
                default: bytes.InsertRange(at, bytes.GetRange(at, Math.Min(random.Next(1, 30), bytes.Count - at))); break;
            }
        }

        return [.. bytes];
    }

    private static void Play(NetworkStream client, byte[] stream, int piece)
    {
        foreach (byte[] part in stream.Chunk(piece))
            client.Write(part);
        client.Socket.Shutdown(SocketShutdown.Send);
        client.CopyTo(Stream.Null);
    }
}
