using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Tests.Sql;

public sealed class KeyRangesTests
{
    private const int Fewest = Thresholds.RangeKeys;

    private readonly KeyRanges _ranges = new("`Id`", "");

    [Fact]
    public void The_last_key_of_a_range_is_in_the_list()
        => Assert.Equal(("100", " OR `Id` BETWEEN 1 AND 99 AND `Id` % 1 = 0"), _ranges.Of(List(1, 100)));

    [Fact]
    public void Keys_that_follow_no_other_are_in_the_list()
        => Assert.Equal(
            ("-7,100,200,205,206,402", " OR `Id` BETWEEN 1 AND 99 AND `Id` % 1 = 0 OR `Id` BETWEEN 300 AND 401 AND `Id` % 1 = 0"),
            _ranges.Of($"-7,{List(1, 100)},200,205,206,{List(300, 402)}"));

    [Fact]
    public void A_few_consecutive_keys_are_a_list() => Assert.Null(_ranges.Of($"{List(1_000_001, 1_000_000 + Fewest - 1)},{List(2_000_001, 2_000_000 + Fewest - 1)}"));

    [Fact]
    public void A_range_is_never_longer_than_its_keys()
    {
        Assert.Null(_ranges.Of(List(1, Fewest)));
        Assert.NotNull(_ranges.Of(List(1_000_001, 1_000_000 + Fewest)));
    }

    [Fact]
    public void Keys_end_with_those_of_their_type()
    {
        Assert.Equal(("127", " OR `Id` BETWEEN -128 AND 126 AND `Id` % 1 = 0"), _ranges.Of(List(sbyte.MinValue, sbyte.MaxValue)));
        Assert.Equal(("-9223372036854775708", " OR `Id` BETWEEN -9223372036854775808 AND -9223372036854775709 AND `Id` % 1 = 0"), _ranges.Of(List(long.MinValue, long.MinValue + 100)));
        Assert.Null(_ranges.Of(List(long.MaxValue - 100, long.MaxValue)));
        Assert.Null(_ranges.Of(string.Join(',', Enumerable.Range(0, 100).Select(i => long.MaxValue + (ulong)i))));
    }

    [Fact]
    public void A_condition_is_that_of_the_ranges_too()
        => Assert.Equal(("100", " OR `Id` BETWEEN 1 AND 99 AND `Id` % 1 = 0 AND `Type` IN ('Dog')"), new KeyRanges("`Id`", " AND `Type` IN ('Dog')").Of(List(1, 100)));

    private static string List(long first, long last)
    {
        List<long> keys = [];
        for (long key = first; keys.Count == 0 || keys[^1] < last; key++)
            keys.Add(key);
        return string.Join(',', keys);
    }
}
