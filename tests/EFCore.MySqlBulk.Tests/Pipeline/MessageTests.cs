using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Tests.Pipeline;

public sealed class MessageTests
{
    [Fact]
    public void A_query_says_how_many_attributes_it_has_where_that_was_agreed_on()
    {
        using PacketBuffer packet = new();
        ComQuery.Write(packet, "DO 'ä'", Formats.MariaDb);
        Assert.Equal([3, .. System.Text.Encoding.UTF8.GetBytes("DO 'ä'")], packet.Written.ToArray());
        packet.Clear();
        ComQuery.Write(packet, "DO 'ä'", Formats.MySql);
        Assert.Equal([3, 0, 1, .. System.Text.Encoding.UTF8.GetBytes("DO 'ä'")], packet.Written.ToArray());
    }

    [Fact]
    public void Another_current_database_is_found_among_the_changes_of_the_session()
    {
        Assert.Equal("db", OkPacket.NewSchema(ServerBytes.OkOfAnotherSchema));
        Assert.Null(OkPacket.NewSchema(ServerBytes.OkOfAnotherVariable));
        // A variable, a transaction's state, then the database.
        Assert.Equal("db", OkPacket.NewSchema([0, 0, 0, 2, 0x40, 0, 0, 2, .. "OK"u8, 17, 0, 4, 1, 120, 1, 49, 5, 1, 95, 1, 3, 2, .. "db"u8, 2, 1, 49]));
        Assert.Throws<ProtocolException>(() => OkPacket.NewSchema([0, 0, 0, 2, 0x40, 0, 0, 0, 5, 1, 9, 2, .. "db"u8]));
        Assert.Throws<ProtocolException>(() => OkPacket.NewSchema([0, 0, 0, 2, 0x40, 0, 0, 0, 5, 1, 3, 9, .. "db"u8]));
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
}
