using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>Dates and times, to the seventh digit.</summary>
[BothServers]
public abstract class TimeMatrixTests(Servers servers, ServerKind kind) : MatrixTests(servers, kind)
{
    private static readonly DateTime Noon = new(2024, 2, 29, 12, 34, 56);

    private static readonly DateTime[] Fractions =
    [
        Noon, Noon.AddTicks(1), Noon.AddTicks(9), Noon.AddTicks(10), Noon.AddTicks(5_000_000), Noon.AddTicks(4_999_999), Noon.AddTicks(9_999_999), Noon.AddTicks(9_999_995),
        Noon.AddTicks(9_999_994), Noon.AddTicks(1_234_565), Noon.AddTicks(1_235_000), Noon.AddTicks(499), Noon.AddTicks(500),
    ];

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(6)]
    public Task DateTime_is_stored_alike(int digits) => StructsAsync(
        Digits("datetime", digits), [.. Fractions, new(1000, 1, 1), new(9999, 12, 31, 23, 59, 59), new(1, 1, 1), DateTime.UnixEpoch, DateTime.SpecifyKind(Noon, DateTimeKind.Utc)]);

    [Fact]
    public Task DateTime_at_the_end_of_time_is_stored_alike() => StructsAsync("datetime(6)", new DateTime(9999, 12, 31, 23, 59, 59).AddTicks(9_999_990), DateTime.MaxValue);

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(6)]
    public Task DateTime_as_timestamp_is_stored_alike(int digits) => StructsAsync(Digits("timestamp", digits), [.. Fractions, new(1970, 1, 2), new(2038, 1, 18)]);

    [Fact]
    public Task DateTime_as_date_is_stored_alike() => StructsAsync("date", Noon, Noon.Date, new DateTime(1000, 1, 1), new DateTime(9999, 12, 31));

    [Theory]
    [InlineData("datetime(6)")]
    [InlineData("datetime(0)")]
    [InlineData("timestamp(6)")]
    public Task DateTimeOffset_is_stored_alike(string type) => StructsAsync(
        type, new DateTimeOffset(Noon, TimeSpan.Zero), new(Noon.AddTicks(9_999_999), new(5, 30, 0)), new(Noon.AddTicks(5_000_001), new(-11, 0, 0)), new(Noon, new(14, 0, 0)));

    [Fact]
    public Task DateOnly_is_stored_alike()
        => StructsAsync((string?)null, new DateOnly(2024, 2, 29), DateOnly.MinValue, DateOnly.MaxValue, new(1000, 1, 1), new(1582, 10, 10));

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(6)]
    public Task TimeOnly_is_stored_alike(int digits) => StructsAsync(
        Digits("time", digits), new TimeOnly(1, 2, 3), TimeOnly.MinValue, TimeOnly.MaxValue, new TimeOnly(1, 2, 3).Add(TimeSpan.FromTicks(5_000_001)), new(23, 59, 59, 999, 999));

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(6)]
    public Task TimeSpan_is_stored_alike(int digits) => StructsAsync(
        Digits("time", digits),
        TimeSpan.Zero, new(1, 2, 3), new(-1, -2, -3), new(0, 0, 0, 0, -1), TimeSpan.FromTicks(-1), TimeSpan.FromTicks(-10), TimeSpan.FromTicks(-5_000_000), TimeSpan.FromTicks(9_999_999),
        new(1, 1, 1, 1, 1), new(34, 22, 59, 59), new(-34, -22, -59, -59), new(-(100 * 3600 * TimeSpan.TicksPerSecond) - 15));

    private static string Digits(string type, int digits) => string.Create(CultureInfo.InvariantCulture, $"{type}({digits})");
}
