using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Session.IO;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Packets that need more than one frame, in both directions, and the contents of LOAD DATA LOCAL.</summary>
[BothServers]
public abstract class LargePacketTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Packets_around_16_MiB_arrive_whole_and_in_order(bool synchronous)
    {
        (BorrowedSession session, string database) = await (await servers.OfAsync(kind, Servers.Roomy)).CreateAsync(synchronous);
        await session.QueryAsync("CREATE TABLE t (id INT PRIMARY KEY, v LONGBLOB)");
        OutcomeList outcomes = new();
        Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
        PreparedStatement insert = flight.Prepare("INSERT INTO t VALUES (?, ?)", [new(ColumnType.Long), new(ColumnType.Blob)]);
        await flight.PumpAsync();
        // Besides the blob, the first packet has 24 bytes, later ones without types have 20, and the length takes 4 or 9.
        int[] lengths = [1, 0xFFFFFF - 24, 0xFFFFFF - 23, 0xFFFFFF, 0x1000000, (2 * 0xFFFFFF) - 29, (2 * 0xFFFFFF) - 28, 3];
        for (int i = 0; i < lengths.Length; i++)
        {
            flight.BeginExecute(insert);
            flight.Parameters.Int32(i);
            flight.Parameters.Bytes(Bytes(lengths[i]));
            flight.EndExecute();
            if (flight.MustPump)
                await flight.PumpAsync();
        }

        await flight.CompleteAsync();
        Assert.Empty(outcomes.Errors);
        IReadOnlyList<string?[]> stored = await session.QueryAsync("SELECT LENGTH(v), UPPER(SHA2(v, 256)) FROM t ORDER BY id");
        Assert.Equal(lengths.Select(length => new[] { $"{length}", Convert.ToHexString(System.Security.Cryptography.SHA256.HashData(Bytes(length))) }), stored);
        foreach (int length in lengths)
            Assert.Equal(length, (await session.ValueAsync($"SELECT REPEAT('x', {length})"))!.Length);
        await session.DropAsync(database);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Content_is_loaded_in_whatever_pieces_it_comes(bool synchronous)
    {
        (BorrowedSession session, string database) = await (await servers.OfAsync(kind, Servers.Roomy)).CreateAsync(synchronous);
        await session.QueryAsync("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(50))");
        byte[] content = System.Text.Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 20_000).Select(i => $"{i}\tä{i}\n")));
        (int at, int pieces) = (0, 0);
        FlightOutcomes outcomes = await session.LoadDataAsync("LOAD DATA LOCAL INFILE 'x' INTO TABLE t CHARACTER SET utf8mb4", packet =>
        {
            // Pieces of all sizes: none, and more than a packet.
            int count = Math.Min(pieces++ * 7_001 % 200_000, content.Length - at);
            packet.Bytes(content.AsSpan(at, count));
            at += count;
            return at < content.Length;
        });
        Assert.Equal((20_000, 0), (outcomes.Affected, outcomes.Warnings));
        Assert.Equal("ä19999", await session.ValueAsync("SELECT v FROM t WHERE id = 19999"));
        Assert.NotNull((await session.LoadDataAsync("LOAD DATA LOCAL INFILE 'x' INTO TABLE nowhere", _ => false)).Error);
        Assert.NotEqual(0, (await session.LoadDataAsync("LOAD DATA LOCAL INFILE 'x' INTO TABLE t", packet =>
        {
            packet.Bytes("many\tx\n"u8);
            return false;
        })).Warnings);
        Assert.Equal(0, (await session.LoadDataAsync("LOAD DATA LOCAL INFILE 'x' INTO TABLE t", _ => false)).Affected);
        Assert.True(session.IsUsable);
        await session.DropAsync(database);
    }

    [Fact]
    public async Task A_source_that_fails_can_be_rolled_back()
    {
        (BorrowedSession session, string database) = await (await servers.OfAsync(kind, Servers.Roomy)).CreateAsync();
        await session.QueryAsync("CREATE TABLE t (id INT)");
        await session.QueryAsync("BEGIN");
        int pieces = 0;
        await Assert.ThrowsAsync<InvalidTimeZoneException>(async () => await session.LoadDataAsync("LOAD DATA LOCAL INFILE 'x' INTO TABLE t", packet =>
        {
            if (pieces++ == 3)
                throw new InvalidTimeZoneException();
            packet.Bytes("1\n"u8);
            return true;
        }));
        Assert.Equal("3", await session.ValueAsync("SELECT COUNT(*) FROM t"));
        await session.QueryAsync("ROLLBACK");
        Assert.Equal("0", await session.ValueAsync("SELECT COUNT(*) FROM t"));
        await session.DropAsync(database);
    }

    [Fact]
    public async Task Content_that_is_asked_for_unexpectedly_is_refused()
    {
        (BorrowedSession session, string database) = await (await servers.OfAsync(kind, Servers.Roomy)).CreateAsync();
        await session.QueryAsync("CREATE TABLE t (id INT)");
        // Both servers treat the empty content as an empty file, which is why it is an error here.
        await Assert.ThrowsAsync<ProtocolException>(async () => await session.QueryAsync("LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE t"));
        Assert.False(session.IsUsable);
        await session.CloseAsync();
        session = await (await servers.OfAsync(kind, Servers.Roomy)).OpenAsync();
        Assert.Equal("0", await session.ValueAsync($"SELECT COUNT(*) FROM {database}.t"));
        await session.DropAsync(database);
    }

    private static byte[] Bytes(int length)
    {
        byte[] bytes = new byte[length];
        new Random(length).NextBytes(bytes);
        return bytes;
    }
}
