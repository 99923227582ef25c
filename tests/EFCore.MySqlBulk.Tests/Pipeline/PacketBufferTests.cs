using EFCore.MySqlBulk.Pipeline.Wire;
using FsCheck;
using FsCheck.Fluent;

namespace EFCore.MySqlBulk.Tests.Pipeline;

public sealed class PacketBufferTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(0xFFFFFE)]
    [InlineData(0xFFFFFF)]
    [InlineData(0x1000000)]
    [InlineData(2 * 0xFFFFFF)]
    [InlineData((3 * 0xFFFFFF) + 7)]
    public void A_packet_of_any_length_is_framed_as_the_protocol_says(int length)
    {
        byte[] payload = Payload(length);
        using PacketBuffer buffer = new();
        buffer.Begin();
        buffer.Bytes([9, 9]);
        buffer.Cancel();
        buffer.Begin();
        buffer.Byte(0x0E);
        buffer.End();
        buffer.Begin(3);
        buffer.Bytes(payload);
        Assert.Equal(length, buffer.PacketLength);
        byte answer = buffer.End();
        buffer.Begin();
        buffer.Byte(0x0E);
        buffer.End();
        byte[] expected = [1, 0, 0, 0, 0x0E, .. ServerBytes.Frames(payload, 3), 1, 0, 0, 0, 0x0E];
        Assert.True(buffer.Written.Span.SequenceEqual(expected));
        Assert.Equal(3 + (length / 0xFFFFFF) + 1, answer);
    }

    [Theory]
    [InlineData(250U, new byte[] { 250 })]
    [InlineData(251U, new byte[] { 0xFC, 251, 0 })]
    [InlineData(65_535U, new byte[] { 0xFC, 255, 255 })]
    [InlineData(65_536U, new byte[] { 0xFD, 0, 0, 1 })]
    [InlineData(16_777_215U, new byte[] { 0xFD, 255, 255, 255 })]
    [InlineData(16_777_216U, new byte[] { 0xFE, 0, 0, 0, 1, 0, 0, 0, 0 })]
    public void A_length_takes_the_fewest_bytes(uint value, byte[] expected)
    {
        using PacketBuffer buffer = new();
        buffer.LengthEncoded(value);
        Assert.Equal(expected, buffer.Written.ToArray());
    }

    [Fact]
    public void A_text_can_be_read_back() => Prop.ForAll(ArbMap.Default.ArbFor<string>().Generator.ToArbitrary(), text =>
    {
        text = string.Concat(Enumerable.Repeat(text ?? "", 1 + ((text?.Length ?? 0) % 40)));
        using PacketBuffer buffer = new();
        buffer.LengthEncodedText(text);
        buffer.Byte(0x77);
        PacketReader reader = new(buffer.Written.Span);
        // A lone surrogate has no UTF-8 form and becomes the encoding's replacement character.
        string stored = System.Text.Encoding.UTF8.GetString(System.Text.Encoding.UTF8.GetBytes(text));
        return reader.NullableText() == stored && reader.Byte() == 0x77 && reader.Remaining == 0;
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(1_000));

    [Theory]
    [InlineData(83)]
    [InlineData(84)]
    [InlineData(21_845)]
    [InlineData(400_000)]
    public void A_long_text_of_three_byte_characters_has_its_right_length(int characters)
    {
        using PacketBuffer buffer = new();
        buffer.LengthEncodedText(new string('\u4E2D', characters));
        PacketReader reader = new(buffer.Written.Span);
        Assert.Equal(characters * 3, reader.LengthEncodedBytes().Length);
        Assert.Equal(0, reader.Remaining);
    }

    private static byte[] Payload(int length)
    {
        byte[] payload = new byte[length];
        new Random(length).NextBytes(payload);
        return payload;
    }
}
