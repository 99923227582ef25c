using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Mapping;

/// <summary>A bare key converts exactly to the given number, or it is rejected with its position.</summary>
public sealed class BareKeyCheckTests
{
    [Fact]
    public void A_number_that_the_keys_type_does_not_have_is_refused()
    {
        AssertRefused<int, long>(4_294_967_297, -2_147_483_649);
        AssertRefused<int, uint>(uint.MaxValue);
        AssertRefused<int, double>(2.9, double.NaN, double.PositiveInfinity, 1e10);
        AssertRefused<int, float>(0.5F);
        AssertRefused<int, decimal>(2.5M, 4_294_967_297M);
        AssertRefused<byte, short>(-1, 256);
        AssertRefused<ulong, long>(-1);
        AssertRefused<ulong, decimal>(18_446_744_073_709_551_616M);
        AssertRefused<long, ulong>(9_223_372_036_854_775_808);
        AssertRefused<long, double>(9_223_372_036_854_775_808D);
        AssertRefused<double, long>(9_007_199_254_740_993, long.MaxValue);
        AssertRefused<float, double>(0.1);
        AssertRefused<float, int>(16_777_217);
    }

    [Fact]
    public void A_number_that_converts_exactly_is_taken()
    {
        AssertTaken<int, long>(int.MaxValue, int.MinValue, 0);
        AssertTaken<int, double>(2, -3);
        AssertTaken<int, decimal>(2.00M);
        AssertTaken<ulong, decimal>(ulong.MaxValue);
        AssertTaken<decimal, ulong>(ulong.MaxValue);
        AssertTaken<double, float>(0.1F);
        AssertTaken<double, long>(9_007_199_254_740_992);
        AssertTaken<int?, long>(5);
        AssertTaken<int?, int>(5);
    }

    [Theory]
    [InlineData(typeof(char))]
    [InlineData(typeof(int?))]
    [InlineData(typeof(object))]
    [InlineData(typeof(nint))]
    [InlineData(typeof(DayOfWeek))]
    public void A_type_that_is_not_a_number_is_refused(Type type) => Assert.Throws<InvalidOperationException>(() => BareKeys.Check(TableOf<int>(), type));

    [Fact]
    public void Decimal_and_binary_fractions_are_not_taken_for_each_other()
    {
        Assert.Throws<InvalidOperationException>(() => BareKeys.Check(TableOf<decimal>(), typeof(double)));
        Assert.Throws<InvalidOperationException>(() => BareKeys.Check(TableOf<float>(), typeof(decimal)));
    }

    [Fact]
    public void Each_part_of_a_tuple_is_checked()
    {
        TableMap table = Maps.Of<Pair>(model => model.Entity<Pair>().HasKey(p => new { p.One, p.Two }));
        BareKeyCheck check = BareKeyCheck.Of(table, typeof((long, double)));
        check.Check((5L, 2.0), 0);

        BulkOperationException refused = Assert.Throws<BulkOperationException>(() => check.Check((5L, 2.5), 7));

        Assert.Equal(
            "Row 7 is the key (5, 2.5), which cannot be converted to Int16, the type of Pair.Two, without loss. Give keys of the property's own type.", refused.Message);
        Assert.Equal(7, refused.RowIndex);
        Assert.Equal([5L, 2.5], refused.Key!);
        Assert.Throws<BulkOperationException>(() => check.Check((4_294_967_301, 2.0), 0));
    }

    private static void AssertRefused<TOwn, TGiven>(params TGiven[] keys)
        where TGiven : notnull
    {
        BareKeys.Check(TableOf<TOwn>(), typeof(TGiven));
        foreach (TGiven key in keys)
            Assert.Equal(3, Assert.Throws<BulkOperationException>(() => BareKeyCheck.Of(TableOf<TOwn>(), typeof(TGiven)).Check(key, 3)).RowIndex);
    }

    private static void AssertTaken<TOwn, TGiven>(params TGiven[] keys)
        where TGiven : notnull
    {
        BareKeys.Check(TableOf<TOwn>(), typeof(TGiven));
        Assert.All(keys, key => BareKeyCheck.Of(TableOf<TOwn>(), typeof(TGiven)).Check(key, 0));
    }

    private static TableMap TableOf<TKey>() => Maps.Of<Row<TKey>>(model => model.Entity<Row<TKey>>().ToTable("rows"));

    private sealed class Row<TKey>
    {
        public TKey Id { get; set; } = default!;
    }

    private sealed class Pair
    {
        public int One { get; set; }

        public short Two { get; set; }
    }
}
