using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>Numbers, from the smallest to the largest.</summary>
[BothServers]
public abstract class NumberMatrixTests(Servers servers, ServerKind kind) : MatrixTests(servers, kind)
{
    private static readonly decimal[] Decimals = [0m, -0.0m, 1m, -1m, 0.5m, 100m, 99.99m, -99.99m, 12.30m];

    [Theory]
    [InlineData(null)]
    [InlineData("tinyint(1)")]
    [InlineData("bit(1)")]
    public Task Bool_is_stored_alike(string? type) => StructsAsync(type, true, false);

    [Fact]
    public Task Sbyte_is_stored_alike() => StructsAsync<sbyte>((string?)null, sbyte.MinValue, sbyte.MaxValue, 0, 1, -1);

    [Fact]
    public Task Byte_is_stored_alike() => StructsAsync<byte>((string?)null, byte.MinValue, byte.MaxValue, 1);

    [Fact]
    public Task Short_is_stored_alike() => StructsAsync<short>((string?)null, short.MinValue, short.MaxValue, 0, -1);

    [Fact]
    public Task Ushort_is_stored_alike() => StructsAsync<ushort>((string?)null, ushort.MinValue, ushort.MaxValue, 1);

    [Theory]
    [InlineData(null)]
    [InlineData("bigint")]
    public Task Int_is_stored_alike(string? type) => StructsAsync(type, int.MinValue, int.MaxValue, 0, 1, -1, 255, 256);

    [Fact]
    public Task Int_in_mediumint_is_stored_alike() => StructsAsync("mediumint", -8_388_608, 8_388_607, 0);

    [Fact]
    public Task Int_as_year_is_stored_alike() => StructsAsync("year", 1901, 2155, 2024, 0, 1);

    [Fact]
    public Task Uint_is_stored_alike() => StructsAsync((string?)null, uint.MinValue, uint.MaxValue, 1u, 2_147_483_648u);

    [Fact]
    public Task Long_is_stored_alike() => StructsAsync((string?)null, long.MinValue, long.MaxValue, 0L, -1L, 9_007_199_254_740_993L);

    [Fact]
    public Task Ulong_is_stored_alike() => StructsAsync((string?)null, ulong.MinValue, ulong.MaxValue, 1UL, 9_223_372_036_854_775_808UL);

    [Theory]
    [InlineData("bit(8)", 255UL)]
    [InlineData("bit(63)", 9_223_372_036_854_775_807UL)]
    [InlineData("bit(64)", ulong.MaxValue)]
    public Task Ulong_as_bits_is_stored_alike(string type, ulong most) => StructsAsync(type, 0UL, 1UL, 9UL, 49UL, 255UL, most);

    [Fact]
    public Task Float_is_stored_alike() => StructsAsync(
        (string?)null, 0f, 0.1f, -0.1f, 1f / 3, 16_777_217f, 1.1754944E-38f, 3.4028233E38f, -3.4028233E38f, 1E10f, 123456.789f, 1.5E-45f);

    [Fact]
    public Task Double_is_stored_alike() => StructsAsync(
        (string?)null, 0d, -0d, 0.1, -1d / 3, 1e15, 1e16, 123456789012345680d, double.MaxValue, double.MinValue, 2.2250738585072014E-308, 5E-320, Math.PI);

    [Theory]
    [InlineData(5, 2)]
    [InlineData(10, 4)]
    [InlineData(28, 10)]
    [InlineData(65, 30)]
    public Task Decimal_is_stored_alike(int precision, int scale) => StructsAsync(Precision(precision, scale), Decimals);

    [Fact]
    public Task Decimal_beyond_its_scale_is_rounded_alike()
        => StructsAsync(Precision(5, 2), 99.995m, -0.005m, 0.005m, 0.004m, 1.015m, -1.025m, 2.675m, 0.0049999999999999999999999999m);

    [Fact]
    public Task Decimal_of_every_digit_is_stored_alike() => StructsAsync(
        Precision(65, 30), decimal.MaxValue, decimal.MinValue, 0.0000000000000000000000000001m, -7.9228162514264337593543950335m, 1.0000000000000000000000000000m);

    [Fact]
    public Task Decimal_in_double_is_stored_alike() => StructsAsync("double", 0.1m, -123456.789m, 0m);

    private static Action<PropertyBuilder> Precision(int precision, int scale) => property => property.HasPrecision(precision, scale);
}
