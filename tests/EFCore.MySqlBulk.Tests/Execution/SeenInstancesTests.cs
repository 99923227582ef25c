using EFCore.MySqlBulk.Execution.Keys;

namespace EFCore.MySqlBulk.Tests.Execution;

public sealed class SeenInstancesTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(3_000)]
    public void An_instance_is_found_again_among_thousands(int expected)
    {
        using SeenInstances seen = new(expected);
        object[] items = [.. Enumerable.Range(0, 3_000).Select(_ => new object())];
        for (int i = 0; i < items.Length; i++)
            seen.Add(new(items[i], null, i));

        foreach (int again in new[] { 0, 1_234, 2_999 })
        {
            BulkOperationException refused = Assert.Throws<BulkOperationException>(() => seen.Add(new(items[again], null, 5_000)));
            Assert.Equal($"Rows {again} and 5000 are the same instance, which would be stored twice. Give each entity once.", refused.Message);
        }
    }

    [Fact]
    public void Equal_instances_are_not_the_same()
    {
        using SeenInstances seen = new(2);
        seen.Add(new(new Same(1), null, 0));
        seen.Add(new(new Same(1), null, 1));
    }

    [Fact]
    public void A_forgotten_instance_may_come_again()
    {
        using SeenInstances seen = new(0);
        object item = new();
        seen.Add(new(item, null, 0));
        seen.Clear();
        seen.Add(new(item, null, 1));
        Assert.Throws<BulkOperationException>(() => seen.Add(new(item, null, 2)));
    }

    private sealed record Same(int Value);
}
