using EFCore.MySqlBulk.Pipeline.Wire;
using FsCheck;
using FsCheck.Fluent;

namespace EFCore.MySqlBulk.Tests.Pipeline;

public sealed class PacketReaderTests
{
    private static readonly Config Many = Config.QuickThrowOnFailure.WithMaxTest(2_000);

    [Theory]
    [InlineData(new byte[] { 0 }, 0UL)]
    [InlineData(new byte[] { 0xFA }, 250UL)]
    [InlineData(new byte[] { 0xFC, 0xFB, 0 }, 251UL)]
    [InlineData(new byte[] { 0xFC, 0xFF, 0xFF }, 65_535UL)]
    [InlineData(new byte[] { 0xFD, 0, 0, 1 }, 65_536UL)]
    [InlineData(new byte[] { 0xFE, 0, 0, 0, 1, 0, 0, 0, 0 }, 16_777_216UL)]
    [InlineData(new byte[] { 0xFE, 255, 255, 255, 255, 255, 255, 255, 255 }, ulong.MaxValue)]
    public void A_length_encoded_integer_is_read(byte[] bytes, ulong expected)
    {
        PacketReader reader = new(bytes);
        Assert.Equal(expected, reader.LengthEncoded());
        Assert.Equal(0, reader.Remaining);
    }

    [Theory]
    [InlineData(new byte[] { })]
    [InlineData(new byte[] { 0xFB })]
    [InlineData(new byte[] { 0xFF })]
    [InlineData(new byte[] { 0xFC, 1 })]
    [InlineData(new byte[] { 5, 1, 2, 3, 4 })]
    [InlineData(new byte[] { 0xFE, 255, 255, 255, 255, 255, 255, 255, 255, 1 })]
    [InlineData(new byte[] { 0xFE, 255, 255, 255, 127, 0, 0, 0, 0, 1 })]
    public void A_length_beyond_the_packet_is_refused(byte[] bytes)
        => Assert.Throws<ProtocolException>(() => new PacketReader(bytes).LengthEncodedBytes().Length);

    [Fact]
    public void Whatever_the_bytes_are_reading_ends_in_a_value_or_a_ProtocolException()
        => Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), ArbMap.Default.ArbFor<byte[]>(), (bytes, fields) =>
        {
            PacketReader reader = new(bytes);
            try
            {
                foreach (byte field in fields)
                {
                    int before = reader.Remaining;
                    Read(ref reader, field);
                    if (reader.Remaining >= before)
                        return false;
                }

                // What is left is the end of the packet, byte for byte.
                int left = reader.Remaining;
                for (int i = bytes.Length - left; i < bytes.Length; i++)
                {
                    if (reader.Byte() != bytes[i])
                        return false;
                }

                return reader.Remaining == 0;
            }
            catch (ProtocolException)
            {
                return true;
            }
        }).Check(Many);

    private static void Read(ref PacketReader reader, byte field)
    {
        switch (field % 7)
        {
            case 0: reader.Byte(); break;
            case 1: reader.UInt16(); break;
            case 2: reader.UInt32(); break;
            case 3: reader.LengthEncoded(); break;
            case 4: reader.LengthEncodedBytes(); break;
            case 5: reader.NullTerminated(); break;
            default: reader.NullableText(); break;
        }
    }
}
