using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>Bytes and GUIDs.</summary>
[BothServers]
public abstract class BinaryMatrixTests(Servers servers, ServerKind kind) : MatrixTests(servers, kind)
{
    private static readonly byte[] EveryByte = [.. Enumerable.Range(0, 256).Select(i => (byte)i)];

    private static readonly Guid[] Guids =
    [
        Guid.Empty, new("ffffffff-ffff-ffff-ffff-ffffffffffff"), new("00112233-4455-6677-8899-aabbccddeeff"), new("5c5c5c5c-2727-2727-0022-00001a0a0d25"),
    ];

    [Theory]
    [InlineData("longblob")]
    [InlineData("varbinary(300)")]
    public Task Bytes_are_stored_alike(string type) => ClassesAsync<byte[]>(type, [1], [], [0], EveryByte, [0x27, 0x5c, 0, 0x22], [0xf0, 0x9f, 0x98, 0x80], [0xff, 0xfe]);

    [Fact]
    public Task Bytes_of_a_fixed_length_are_stored_alike() => ClassesAsync<byte[]>("binary(16)", [1], [.. EveryByte.Take(16)], [0x27, 0x5c, 0, 0x22], []);

    [Fact]
    public Task Many_bytes_are_stored_alike() => ClassesAsync<byte[]>("longblob", [1], [.. Enumerable.Repeat(EveryByte, 280).SelectMany(b => b)], new byte[LongLength], [2]);

    [Fact]
    public Task Guid_as_text_is_stored_alike() => StructsAsync("char(36)", Guids);

    [Fact]
    public Task Guid_as_bytes_is_stored_alike() => StructsAsync("binary(16)", Guids);

#if CONNECTORNET
    // The other providers take this format from the connection string, for all GUIDs.
    [Fact]
    public Task Guid_as_digits_is_stored_alike() => StructsAsync("char(32)", Guids);
#endif
}
