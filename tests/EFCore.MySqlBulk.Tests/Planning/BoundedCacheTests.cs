using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Tests.Planning;

/// <summary>What an application with thousands of databases may forget, and what it may not.</summary>
public sealed class BoundedCacheTests
{
    [Fact]
    public void What_is_asked_for_again_and_again_stays_whatever_is_added()
    {
        BoundedCache<int, string> cache = new(10);
        cache.Set(0, "kept");
        for (int key = 1; key <= 1_000; key++)
        {
            cache.Set(key, $"{key}");
            Assert.Equal("kept", cache.Find(0));
        }
    }

    [Fact]
    public void What_was_added_last_is_there_and_what_is_long_ago_is_not()
    {
        BoundedCache<int, string> cache = new(10);
        for (int key = 1; key <= 100; key++)
        {
            cache.Set(key, $"{key}");
            for (int last = Math.Max(1, key - 9); last <= key; last++)
                Assert.Equal($"{last}", cache.Find(last));
        }
        Assert.InRange(Enumerable.Range(1, 100).Count(key => cache.Find(key) is not null), 10, 22);
    }

    [Fact]
    public void What_is_removed_is_gone_from_both_generations()
    {
        BoundedCache<int, string> cache = new(2);
        for (int key = 1; key <= 4; key++)
            cache.Set(key, $"{key}");
        for (int key = 1; key <= 4; key++)
            cache.Remove(key);
        Assert.All(Enumerable.Range(1, 4), key => Assert.Null(cache.Find(key)));
    }
}
