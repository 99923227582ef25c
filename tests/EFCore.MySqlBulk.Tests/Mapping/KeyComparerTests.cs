using EFCore.MySqlBulk.Mapping.Keys;

namespace EFCore.MySqlBulk.Tests.Mapping;

public sealed class KeyComparerTests
{
    [Fact]
    public void Text_is_compared_by_code_units()
    {
        Assert.True(KeyComparer.Instance.Compare("a", "B") > 0);
        Assert.False(KeyComparer.Instance.Equals("a", "A"));
        Assert.False(KeyComparer.Instance.Equals("ä", "a\u0308"));
    }

    [Fact]
    public void Null_comes_first()
    {
        Assert.True(KeyComparer.Instance.Compare(null, 0) < 0);
        Assert.True(KeyComparer.Instance.Compare(0, null) > 0);
        Assert.Equal(0, KeyComparer.Instance.Compare(null, null));
    }

    [Fact]
    public void Equal_keys_have_equal_hashes()
    {
        object[] one = [1, "a", new byte[] { 1, 2 }];
        object[] other = [1, new string(['a']), new byte[] { 1, 2 }];
        Assert.True(KeyComparer.Instance.Equals(one, other));
        Assert.Equal(KeyComparer.Instance.GetHashCode(one), KeyComparer.Instance.GetHashCode(other));
        Assert.Equal(KeyComparer.Instance.GetHashCode(new byte[] { 7 }), KeyComparer.Instance.GetHashCode(new byte[] { 7 }));
    }

    [Fact]
    public void Composite_keys_are_compared_part_by_part()
    {
        Assert.True(KeyComparer.Instance.Compare(new object[] { 1, "b" }, new object[] { 2, "a" }) < 0);
        Assert.True(KeyComparer.Instance.Compare(new object[] { 1, "b" }, new object[] { 1, "a" }) > 0);
    }
}
