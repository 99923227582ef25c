using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Tests.Model;

namespace EFCore.MySqlBulk.Tests.Execution;

public sealed class SeenKeysTests
{
    [Fact]
    public void An_integer_that_comes_again_is_refused_with_both_positions()
    {
        SeenKeys seen = new(KeyReader.Of(Maps.Of<Item>(), null), ResolvedOptions.CheckDuplicatesCure);
        for (int i = 0; i < 1_000; i++)
            seen.Add(new(new Item { Id = (ulong)i << 54 }, null, i));
        BulkOperationException refused = Assert.Throws<BulkOperationException>(() => seen.Add(new(new Item { Id = 600UL << 54 }, null, 1_000)));
        Assert.Equal("Rows 600 and 1000 have the same key. Give each row once, or set CheckDuplicates = false.", refused.Message);
        Assert.Equal(1_000, refused.RowIndex);
    }

    [Fact]
    public void A_composite_key_that_comes_again_is_refused()
    {
        SeenKeys seen = new(KeyReader.Of(Maps.Of<Pair>(model => model.Entity<Pair>().HasKey(p => new { p.A, p.B })), null), ResolvedOptions.CheckDuplicatesCure);
        seen.Add(new(new Pair { A = "a", B = [1, 2] }, null, 0));
        seen.Add(new(new Pair { A = "A", B = [1, 2] }, null, 1));
        seen.Add(new(new Pair { A = "a", B = [1] }, null, 2));
        Assert.Equal(3, Assert.Throws<BulkOperationException>(() => seen.Add(new(new Pair { A = "a", B = [1, 2] }, null, 3))).RowIndex);
    }

    private sealed class Item
    {
        public ulong Id { get; set; }
    }

    private sealed class Pair
    {
        public string A { get; set; } = "";

        public byte[] B { get; set; } = [];
    }
}
