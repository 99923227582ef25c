using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Tests.Pipeline;

/// <summary>How statements are kept in flight, with a server that answers as the test says.</summary>
public sealed class FlightTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);
    private static readonly ParameterType[] OneInt = [new(ColumnType.Long)];

    public static TheoryData<bool> Modes => [true, false];

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Every_statement_is_told_its_own_outcome(bool synchronous)
    {
        const int count = 3_000;
        await using ScriptedServer server = new(client =>
        {
            for (int i = 0; i < count; i++)
            {
                ScriptedServer.Read(client);
                client.Write(ServerBytes.Answer(i % 7 == 3 ? ServerBytes.Duplicate : [0, (byte)(i % 250), 0, 2, 0, 0, 0]));
            }
        });
        PipelineSession session = await OpenAsync(server, synchronous);
        RecordedOutcomes outcomes = new();
        Flight flight = session.StartFlight(new() { Statements = 100 }, outcomes);
        for (int i = 0; i < count; i++)
        {
            flight.Query("UPDATE");
            if (flight.MustPump)
                await Within(flight.PumpAsync());
            Assert.InRange(flight.Sent - flight.Answered, 0, 100);
        }

        await Within(flight.CompleteAsync());
        Assert.Equal((count, count, true), (flight.Sent, flight.Answered, flight.HasFailed));
        Assert.Equal(Enumerable.Range(0, count), outcomes.All.Select(o => o.Statement));
        Assert.All(outcomes.All, o => Assert.Equal(o.Statement % 7 == 3 ? null : (ulong)(o.Statement % 250), o.Ok?.AffectedRows));
        Assert.True(session.IsUsable);
        await session.CloseAsync();
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_server_that_writes_before_it_reads_on_does_not_stop_the_flight(bool synchronous)
    {
        // Far more than the buffers of two sockets can hold, in both directions.
        const int count = 20_000;
        byte[] error = ServerBytes.Answer([0xFF, 0x26, 0x04, .. "#23000"u8, .. new byte[500]]);
        await using ScriptedServer server = new(client =>
        {
            client.ReadExactly(new byte[1]);
            for (int i = 0; i < count; i++)
                client.Write(error);
            client.CopyTo(Stream.Null);
        });
        PipelineSession session = await OpenAsync(server, synchronous);
        RecordedOutcomes outcomes = new();
        Flight flight = session.StartFlight(new() { Statements = 2 * count, RequestBytes = int.MaxValue }, outcomes);
        string text = new('x', 1_000);
        for (int i = 0; i < count; i++)
            flight.Query(text);
        await Within(flight.CompleteAsync());
        Assert.Equal(count, outcomes.All.Count(o => o.Error?.Number == 1062));
        await session.CloseAsync();
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Answers_in_any_pieces_are_gathered_and_a_lost_connection_ends_the_wait(bool synchronous)
    {
        byte[] answers = [.. Enumerable.Repeat(ServerBytes.Answer(ServerBytes.Ok), 400).SelectMany(bytes => bytes)];
        foreach (int piece in (int[])[1, 3, 10, 11, 12, 1_000])
        {
            await using ScriptedServer server = new(client =>
            {
                for (int i = 0; i < 400; i++)
                    ScriptedServer.Read(client);
                foreach (byte[] part in answers.Chunk(piece))
                    client.Write(part);
                ScriptedServer.Read(client);
                client.Write(answers, 0, 5);
            });
            PipelineSession session = await OpenAsync(server, synchronous);
            RecordedOutcomes outcomes = new();
            Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
            for (int i = 0; i < 400; i++)
                flight.Query("DO 0");
            await Within(flight.CompleteAsync());
            Assert.Equal(400, outcomes.All.Count);
            for (int i = 0; i < 10; i++)
                flight.Query("DO 0");
            await Assert.ThrowsAsync<PipelineBrokenException>(() => Within(flight.CompleteAsync()));
            Assert.False(session.IsUsable);
            await session.CloseAsync();
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Types_go_with_the_first_execution_and_again_after_a_failure(bool synchronous)
    {
        List<byte[]> packets = [];
        await using ScriptedServer server = new(client =>
        {
            Answer(ServerBytes.Prepared, ServerBytes.Column);
            Answer(ServerBytes.Ok);
            Answer(ServerBytes.Duplicate);
            Answer(ServerBytes.Ok);
            packets.Add(ScriptedServer.Read(client));

            void Answer(params byte[][] answer)
            {
                packets.Add(ScriptedServer.Read(client));
                client.Write(ServerBytes.Answer(answer));
            }
        });
        PipelineSession session = await OpenAsync(server, synchronous);
        Flight flight = session.StartFlight(FlightLimits.Default, new RecordedOutcomes());
        PreparedStatement statement = flight.Prepare("DO ?", OneInt);
        Assert.Throws<InvalidOperationException>(() => flight.BeginExecute(statement));
        await Within(flight.PumpAsync());
        for (int i = 0; i < 3; i++)
        {
            flight.BeginExecute(statement);
            flight.Parameters.Int32(-1);
            flight.CancelExecute();
            flight.BeginExecute(statement);
            flight.Parameters.Int32(i);
            Assert.Equal(i == 1 ? 16 : 18, flight.PacketLength);
            flight.EndExecute();
            await Within(flight.CompleteAsync());
        }

        flight.Close(statement);
        await Within(flight.CompleteAsync());
        await session.CloseAsync();
        await server.DisposeAsync();
        Assert.Equal(4, flight.Answered);
        Assert.Equal([0x16, .. "DO ?"u8], packets[0]);
        Assert.Equal([true, false, true], packets[1..4].Select(p => Decode(p).SendsTypes));
        Assert.Equal([0x19, 1, 0, 0, 0], packets[4]);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_statement_larger_than_the_window_flies_alone(bool synchronous)
    {
        await using ScriptedServer server = new(client =>
        {
            for (int i = 0; i < 20; i++)
            {
                ScriptedServer.Read(client);
                client.Write(ServerBytes.Answer(ServerBytes.Ok));
            }
        });
        PipelineSession session = await OpenAsync(server, synchronous);
        Flight flight = session.StartFlight(new() { RequestBytes = 1_000 }, new RecordedOutcomes());
        for (int i = 0; i < 20; i++)
        {
            flight.Query(new string('x', 100_000));
            Assert.True(flight.MustPump);
            await Within(flight.PumpAsync());
            Assert.Equal(flight.Sent, flight.Answered);
        }

        await session.CloseAsync();
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_file_wanted_in_the_middle_of_a_flight_ends_the_session(bool synchronous)
    {
        await using ScriptedServer server = new(client =>
        {
            ScriptedServer.Read(client);
            client.Write(ServerBytes.Answer([0xFB, .. "/etc/passwd"u8]));
            client.CopyTo(Stream.Null);
        });
        PipelineSession session = await OpenAsync(server, synchronous);
        Flight flight = session.StartFlight(FlightLimits.Default, new RecordedOutcomes());
        flight.Query("DO 0");
        await Assert.ThrowsAsync<ProtocolException>(() => Within(flight.CompleteAsync()));
        Assert.False(session.IsUsable);
        await session.CloseAsync();
    }

    [Fact]
    public async Task Nothing_else_runs_while_statements_are_in_flight()
    {
        await using ScriptedServer server = new(client => client.CopyTo(Stream.Null));
        PipelineSession session = await OpenAsync(server, false);
        session.StartFlight(FlightLimits.Default, new RecordedOutcomes()).Query("DO 0");
        await Assert.ThrowsAsync<InvalidOperationException>(() => session.QueryAsync("DO 0").AsTask());
        Assert.Throws<InvalidOperationException>(() => session.StartFlight(FlightLimits.Default, new RecordedOutcomes()));
        session.Abort();
        await session.CloseAsync();
    }

    private static ExecuteDecoder Decode(byte[] packet)
    {
        ExecuteDecoder decoder = new(packet, 1, bulk: false) { Types = [3] };
        decoder.Decode();
        return decoder;
    }

    private static Task<PipelineSession> OpenAsync(ScriptedServer server, bool synchronous)
        => PipelineSession.OpenAsync(server.Settings, synchronous, TestContext.Current.CancellationToken).AsTask();

    // A synchronous wait blocks its thread, so it gets one that the test can abandon.
    private static Task Within(ValueTask task) => task.AsTask().WaitAsync(Patience, TestContext.Current.CancellationToken);
}
