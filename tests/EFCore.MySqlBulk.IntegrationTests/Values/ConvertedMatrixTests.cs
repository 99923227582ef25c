using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>Values that a value converter changes before they are stored.</summary>
[BothServers]
public abstract class ConvertedMatrixTests(Servers servers, ServerKind kind) : MatrixTests(servers, kind)
{
    [Flags]
    public enum Weekday : byte
    {
        None = 0,
        Monday = 1,
        Sunday = 64,
        All = 255,
    }

    public enum Large : long
    {
        Lowest = long.MinValue,
        Zero = 0,
        Highest = long.MaxValue,
    }

    [Fact]
    public Task Enum_as_number_is_stored_alike() => StructsAsync((string?)null, Weekday.None, Weekday.Monday, Weekday.All, Weekday.Monday | Weekday.Sunday);

    [Fact]
    public Task Enum_as_long_is_stored_alike() => StructsAsync((string?)null, Large.Lowest, Large.Zero, Large.Highest);

    [Fact]
    public Task Enum_as_text_is_stored_alike() => StructsAsync(p => p.HasConversion<string>(), Weekday.Monday, Weekday.All, Weekday.Sunday, (Weekday)9);

    [Fact]
    public Task Enum_in_an_enum_column_is_stored_alike()
        => StructsAsync(p => p.HasConversion<string>().HasColumnType("enum('Monday','Sunday','None')"), Weekday.Monday, Weekday.Sunday, Weekday.None);

    [Fact]
    public Task Bool_as_letter_is_stored_alike() => StructsAsync(p => p.HasConversion(new BoolToStringConverter("N", "Y")), true, false);

    [Fact]
    public Task Guid_as_bytes_by_converter_is_stored_alike()
        => StructsAsync(p => p.HasConversion(new GuidToBytesConverter()).HasColumnType("binary(16)"), Guid.Empty, new Guid("00112233-4455-6677-8899-aabbccddeeff"));

    [Fact]
    public Task A_value_object_is_stored_alike()
        => StructsAsync(p => p.HasConversion(new ValueConverter<Money, decimal>(m => m.Amount, v => new(v))).HasPrecision(18, 4), new Money(1.2345m), new(-99_999.9m), new(0));

    [Fact]
    public Task A_class_as_text_is_stored_alike()
        => ClassesAsync(p => p.HasConversion(new ValueConverter<Tags, string>(t => string.Join(';', t.Words), v => new(v.Split(';')))), new Tags(["a", "b'\\"]), new([""]), new(["ä😀"]));

    [Fact]
    public Task DateTime_as_ticks_is_stored_alike() => StructsAsync(p => p.HasConversion<long>(), DateTime.UnixEpoch, new(2024, 2, 29), DateTime.MinValue);

    [Fact]
    public Task TimeSpan_as_ticks_is_stored_alike() => StructsAsync(p => p.HasConversion<long>(), TimeSpan.MinValue, TimeSpan.MaxValue, TimeSpan.Zero);

    [Fact]
    public Task Address_as_text_is_stored_alike()
        => ClassesAsync(p => p.HasConversion(new IPAddressToStringConverter()), System.Net.IPAddress.Loopback, System.Net.IPAddress.IPv6Loopback);

    public readonly record struct Money(decimal Amount);

    public sealed record Tags(string[] Words);
}
