using System.Diagnostics;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Transport;
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
        using PipelineSession session = server.Open(synchronous);
        RecordedOutcomes outcomes = new();
        Flight flight = session.StartFlight(new() { Statements = 100 }, outcomes);
        for (int i = 0; i < count; i++)
        {
            flight.Query("UPDATE");
            if (!flight.MustPump)
                continue;
            await Within(flight.PumpAsync());
            Assert.InRange(flight.Sent - flight.Answered, 0, 100);
        }

        await Within(flight.CompleteAsync());
        Assert.Equal((count, count, true), (flight.Sent, flight.Answered, flight.HasFailed));
        Assert.Equal(Enumerable.Range(0, count), outcomes.All.Select(o => o.Statement));
        Assert.All(outcomes.All, o => Assert.Equal(o.Statement % 7 == 3 ? null : (ulong)(o.Statement % 250), o.Ok?.AffectedRows));
        Assert.True(session.IsUsable);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_server_that_reads_nothing_before_its_answer_was_taken_does_not_stop_the_flight(bool synchronous)
    {
        // Short statements with the longest answers, and long ones with short answers: far more than the buffers of two sockets hold, in both directions.
        foreach ((int length, byte[] answer) in ((int, byte[])[])[(10, [0xFF, 0x26, 0x04, .. "#23000"u8, .. new byte[512]]), (20_000, ServerBytes.Ok)])
        {
            const int count = 20_000;
            byte[] bytes = ServerBytes.Answer(answer);
            await using ScriptedServer server = new(client =>
            {
                for (int i = 0; i < count; i++)
                {
                    ScriptedServer.Read(client);
                    client.Write(bytes);
                }
            });
            using PipelineSession session = server.Open(synchronous);
            RecordedOutcomes outcomes = new();
            Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
            string text = new('x', length);
            await Task.Run(async () =>
            {
                for (int i = 0; i < count; i++)
                {
                    flight.Query(text);
                    if (flight.MustPump)
                        await flight.PumpAsync();
                }

                await flight.CompleteAsync();
            }, TestContext.Current.CancellationToken).WaitAsync(Patience, TestContext.Current.CancellationToken);
            Assert.Equal(count, outcomes.All.Count);
        }
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
            using PipelineSession session = server.Open(synchronous);
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
        using PipelineSession session = server.Open(synchronous);
        Flight flight = session.StartFlight(FlightLimits.Default, new RecordedOutcomes());
        PreparedStatement statement = flight.Prepare("DO ?", OneInt);
        Assert.Throws<UnreachableException>(() => flight.BeginExecute(statement));
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
        await server.DisposeAsync();
        Assert.Equal(4, flight.Answered);
        Assert.Equal([0x16, .. "DO ?"u8], packets[0]);
        Assert.Equal([true, false, true], packets[1..4].Select(p => Decode(p).SendsTypes));
        Assert.Equal([0x19, 1, 0, 0, 0], packets[4]);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Statements_larger_than_the_window_fly_as_long_as_their_answers_fit(bool synchronous)
    {
        const int count = 400;
        await using ScriptedServer server = new(client =>
        {
            for (int i = 0; i < count; i++)
            {
                ScriptedServer.Read(client);
                client.Write(ServerBytes.Answer(ServerBytes.Ok));
            }
        });
        using PipelineSession session = server.Open(synchronous);
        Flight flight = session.StartFlight(new() { RequestBytes = 1_000 }, new RecordedOutcomes());
        int most = 0;
        for (int i = 0; i < count; i++)
        {
            flight.Query(new string('x', 10_000));
            Assert.True(flight.MustPump);
            await Within(flight.PumpAsync());
            most = Math.Max(most, flight.Sent - flight.Answered);
        }

        await Within(flight.CompleteAsync());
        Assert.Equal(FlightLimits.UnreadAnswers, most);
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
        using PipelineSession session = server.Open(synchronous);
        Flight flight = session.StartFlight(FlightLimits.Default, new RecordedOutcomes());
        flight.Query("DO 0");
        await Assert.ThrowsAsync<ProtocolException>(() => Within(flight.CompleteAsync()));
        Assert.False(session.IsUsable);
    }

    [Fact]
    public async Task Nothing_else_runs_while_statements_are_in_flight()
    {
        await using ScriptedServer server = new(client => client.CopyTo(Stream.Null));
        using PipelineSession session = server.Open(synchronous: false);
        session.StartFlight(FlightLimits.Default, new RecordedOutcomes()).Query("DO 0");
        await Assert.ThrowsAsync<UnreachableException>(() => session.QueryAsync("DO 0").AsTask());
        Assert.Throws<UnreachableException>(() => session.StartFlight(FlightLimits.Default, new RecordedOutcomes()));
        session.Abort();
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Nothing_is_sent_before_the_first_answers_were_checked(bool synchronous)
    {
        bool isAlone = false;
        bool isChecked = false;
        await using ScriptedServer server = new(client =>
        {
            ScriptedServer.Read(client);
            ScriptedServer.Read(client);
            Thread.Sleep(100);
            isAlone = !client.DataAvailable;
            client.Write(ServerBytes.Answer(ServerBytes.Ok));
            client.Write(ServerBytes.Answer(ServerBytes.Ok));
            for (int i = 0; i < 500; i++)
            {
                ScriptedServer.Read(client);
                Assert.True(isChecked);
                client.Write(ServerBytes.Answer(ServerBytes.Ok));
            }
        });
        using PipelineSession session = server.Open(synchronous);
        RecordedOutcomes first = new();
        RecordedOutcomes outcomes = new();
        Flight flight = session.StartFlight(new() { Statements = 100 }, outcomes);
        flight.Query("SELECT", null, first);
        flight.Query("SET", null, first);
        await Within(flight.SendFirstAsync(() =>
        {
            Assert.Equal(2, first.All.Count);
            Assert.False(isChecked);
            isChecked = true;
        }));
        for (int i = 0; i < 500; i++)
        {
            flight.Query("UPDATE");
            if (flight.MustPump)
                await Within(flight.PumpAsync());
        }

        await Within(flight.CompleteAsync());
        Assert.Equal((true, true, 502), (isAlone, isChecked, flight.Answered));
        // Those that have a receiver of their own are not counted.
        Assert.Equal(Enumerable.Range(0, 500), outcomes.All.Select(o => o.Statement));
        Assert.Equal(500, flight.Position);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task What_waits_behind_a_check_that_fails_is_never_sent(bool synchronous)
    {
        List<byte[]> packets = [];
        await using ScriptedServer server = new(client =>
        {
            for (int i = 0; i < 2; i++)
            {
                packets.Add(ScriptedServer.Read(client));
                client.Write(ServerBytes.Answer(ServerBytes.Ok));
            }
        });
        using PipelineSession session = server.Open(synchronous);
        RecordedOutcomes outcomes = new();
        Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
        flight.Query("SELECT");
        await Within(flight.SendFirstAsync(() => throw new InvalidOperationException("no")));
        for (int i = 0; i < 10; i++)
            flight.Query("UPDATE");
        PreparedStatement statement = flight.Prepare("DO ?", OneInt);
        Assert.Equal("no", (await Assert.ThrowsAsync<InvalidOperationException>(() => Within(flight.PumpAsync()))).Message);
        await Within(flight.CompleteAsync());
        Assert.Equal((1, 1, 1), (flight.Sent, flight.Answered, outcomes.All.Count));
        Assert.False(statement.IsReady);
        Assert.True(session.IsQuiet);
        await session.QueryAsync("DO 0");
        await server.DisposeAsync();
        Assert.Equal(["SELECT", "DO 0"], packets.Select(packet => System.Text.Encoding.UTF8.GetString(packet[1..])));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_statement_can_be_put_in_front_of_each_that_carries_rows(bool synchronous)
    {
        List<byte[]> packets = [];
        await using ScriptedServer server = new(client =>
        {
            Answer(ServerBytes.PreparedWithout);
            for (int i = 0; i < 5; i++)
                Answer(i == 3 ? ServerBytes.Duplicate : ServerBytes.Ok);

            void Answer(byte[] answer)
            {
                packets.Add(ScriptedServer.Read(client));
                client.Write(ServerBytes.Answer(answer));
            }
        });
        using PipelineSession session = server.Open(synchronous);
        RecordedOutcomes between = new();
        RecordedOutcomes outcomes = new();
        Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
        PreparedStatement guard = flight.Prepare("SET", [], between);
        await Within(flight.SendFirstAsync(() => flight.Interleave(guard, between)));
        await Within(flight.PumpAsync());
        flight.Query("ONE");
        flight.Query("TWO");
        flight.Query("BETWEEN", null, between);
        await Within(flight.CompleteAsync());
        await server.DisposeAsync();
        Assert.Equal([0x16, 0x17, 0x03, 0x17, 0x03, 0x03], packets.Select(packet => packet[0]));
        Assert.Equal([0, 1], outcomes.All.Select(o => o.Statement));
        Assert.Equal((2, 4, 6), (flight.Position, between.All.Count, flight.Answered));
        Assert.Equal((1062, 1062, true), (outcomes.All[1].Error?.Number, flight.Error?.Number, flight.HasFailed));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_flight_that_was_stopped_is_still_answered(bool synchronous)
    {
        await using ScriptedServer server = new(client =>
        {
            for (int i = 0; i < 20; i++)
            {
                ScriptedServer.Read(client);
                client.Write(ServerBytes.Answer(ServerBytes.Ok));
            }

            client.CopyTo(Stream.Null);
        });
        using PipelineSession session = server.Open(synchronous);
        Flight flight = session.StartFlight(FlightLimits.Default, new RecordedOutcomes());
        int sent = 0;
        for (; !flight.HasFailed; sent++)
        {
            flight.Query("UPDATE");
            if (sent == 19)
                await Task.Run(flight.Stop, TestContext.Current.CancellationToken);
        }

        await Within(flight.CompleteAsync());
        Assert.Equal((20, 20, 20), (sent, flight.Sent, flight.Answered));
        Assert.True(session.IsQuiet);
    }

    [Theory]
    [InlineData(1, 100_000_000, true, false)]
    [InlineData(FlightLimits.UnreadAnswers, 100_000_000, true, false)]
    [InlineData(FlightLimits.UnreadAnswers + 1, 100_000_000, false, false)]
    [InlineData(FlightLimits.UnreadAnswers / 2, 100_000_000, true, true)]
    [InlineData(FlightLimits.UnreadAnswers + 1, 60 * 1024, true, false)]
    [InlineData(FlightLimits.UnreadAnswers + 1, (60 * 1024) + 1, false, false)]
    [InlineData(500, 30 * 1024, true, true)]
    [InlineData(501, 30 * 1024, true, false)]
    [InlineData(1_000, 1, true, false)]
    [InlineData(1_001, 1, false, false)]
    public void Either_the_requests_or_the_answers_fit_into_what_two_systems_hold(int statements, long bytes, bool allowed, bool halfAllowed)
    {
        // One statement may have any length.
        Assert.Equal(allowed, FlightLimits.Default.Allow(statements, bytes));
        if (statements > 1)
            Assert.Equal(halfAllowed, FlightLimits.Default.AllowHalf(statements, bytes));
        else
            Assert.True(FlightLimits.Default.AllowHalf(statements, bytes));
    }

    [Fact]
    public void So_many_errors_with_the_longest_text_fit_into_a_receive_window()
        => Assert.InRange(64 * 1024 - (FlightLimits.UnreadAnswers * ServerBytes.Answer([0xFF, 0x26, 0x04, .. "#23000"u8, .. new byte[512]]).Length), 0, 1_000);

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task An_answer_that_changes_the_database_ends_the_session_and_any_other_change_does_not(bool synchronous)
    {
        await using ScriptedServer server = new(client =>
        {
            ScriptedServer.Read(client);
            client.Write(ServerBytes.Answer(ServerBytes.OkOfAnotherVariable));
            ScriptedServer.Read(client);
            client.Write(ServerBytes.Answer(ServerBytes.OkOfAnotherSchema));
            client.CopyTo(Stream.Null);
        });
        using PipelineSession session = server.Open(synchronous, Formats.MySql);
        Flight flight = session.StartFlight(FlightLimits.Default, new RecordedOutcomes());
        flight.Query("SET x = 1");
        await Within(flight.CompleteAsync());
        flight.Query("USE db");
        await Assert.ThrowsAsync<ProtocolException>(() => Within(flight.CompleteAsync()));
        Assert.False(session.IsUsable || session.IsQuiet);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task A_packet_that_nobody_asked_for_ends_the_session(bool synchronous)
    {
        // In the middle of a flight, and behind its last answer: noticed by the next one.
        foreach (bool isLast in (bool[])[false, true])
        {
            await using ScriptedServer server = new(client =>
            {
                ScriptedServer.Read(client);
                ScriptedServer.Read(client);
                byte[] ok = ServerBytes.Answer(ServerBytes.Ok);
                byte[] unasked = ServerBytes.Frames(ServerBytes.Ok, 7);
                client.Write(isLast ? [.. ok, .. ok, .. unasked] : [.. ok, .. unasked, .. ok]);
                client.CopyTo(Stream.Null);
            });
            using PipelineSession session = server.Open(synchronous);
            Flight flight = session.StartFlight(FlightLimits.Default, new RecordedOutcomes());
            flight.Query("DO 0");
            flight.Query("DO 0");
            if (isLast)
            {
                await Within(flight.CompleteAsync());
                SpinWait.SpinUntil(() => server.Stream.DataAvailable || !session.IsQuiet, TimeSpan.FromSeconds(10));
                flight.Query("DO 0");
            }

            await Assert.ThrowsAsync<ProtocolException>(() => Within(flight.CompleteAsync()));
            Assert.False(session.IsUsable);
        }
    }

    private static ExecuteDecoder Decode(byte[] packet)
    {
        ExecuteDecoder decoder = new(packet, 1) { Types = [3] };
        decoder.Decode();
        return decoder;
    }

    // A synchronous wait blocks its thread, so it gets one that the test can abandon.
    private static Task Within(ValueTask task) => task.AsTask().WaitAsync(Patience, TestContext.Current.CancellationToken);
}
