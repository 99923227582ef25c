using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Tests.Model;

namespace EFCore.MySqlBulk.Tests.Execution;

public sealed class KeyOrderTests
{
    [Fact]
    public void Integers_are_sorted_as_the_server_sorts_them()
        => Assert.Equal([long.MinValue, -1, 0, 1, long.MaxValue], Sorted<long>(0, long.MaxValue, -1, long.MinValue, 1));

    [Fact]
    public void Unsigned_integers_above_2_to_the_63_come_last()
        => Assert.Equal(
            [0, 1, (1UL << 63) - 1, 1UL << 63, (1UL << 63) + 1, ulong.MaxValue],
            Sorted<ulong>(1UL << 63, ulong.MaxValue, 0, (1UL << 63) + 1, (1UL << 63) - 1, 1UL));

    [Fact]
    public void Small_integers() => Assert.Equal([0, 1, 255], Sorted<byte>(255, 0, 1));

    [Fact]
    public void Texts_are_sorted_by_code_units_whatever_the_culture() => Assert.Equal(["A", "Z", "a", "z", "Ä"], Sorted<string>("z", "Ä", "Z", "a", "A"));

    [Fact]
    public void Guids() => Assert.Equal([Guid.Empty, new("00000000-0000-0000-0000-000000000001")], Sorted<Guid>(new("00000000-0000-0000-0000-000000000001"), Guid.Empty));

    [Fact]
    public void Enums() => Assert.Equal([DayOfWeek.Sunday, DayOfWeek.Monday, DayOfWeek.Saturday], Sorted<DayOfWeek>(DayOfWeek.Saturday, DayOfWeek.Sunday, DayOfWeek.Monday));

    [Fact]
    public void Binary_keys() => Assert.Equal(["", "00", "0001", "FF"], Sorted<byte[]>([0xFF], [0, 1], [], [0]).Select(Convert.ToHexString));

    [Fact]
    public void Composite_keys_are_sorted_by_their_first_column_first()
    {
        BulkRow[] rows = [.. new (int A, string? B)[] { (2, "a"), (1, "b"), (1, "a"), (0, "z") }.Select((k, i) => new BulkRow(new Pair { A = k.A, B = k.B! }, null, i))];
        KeyOrder.Sort(rows, rows.Length, PairKeys(), ResolvedOptions.CheckDuplicatesCure);
        Assert.Equal([3, 2, 1, 0], rows.Select(r => r.Index));
    }

    [Fact]
    public void Bare_keys()
    {
        TableMap table = Maps.Of<Pair>(model => model.Entity<Pair>().HasKey(p => new { p.A, p.B }));
        BulkRow[] rows = [new((2, "a"), null, 0), new((1, "a"), null, 1)];
        KeyOrder.Sort(rows, 2, KeyReader.Of(table, typeof((int, string))), ResolvedOptions.CheckDuplicatesCure);
        Assert.Equal([1, 0], rows.Select(r => r.Index));
    }

    [Fact]
    public void Only_the_rows_that_count_are_sorted()
    {
        BulkRow[] rows = [Row(3, 0), Row(2, 1), Row(1, 2)];
        KeyOrder.Sort(rows, 2, Keys<int>(), ResolvedOptions.CheckDuplicatesCure);
        Assert.Equal([1, 0, 2], rows.Select(r => r.Index));
    }

    [Fact]
    public void Rows_in_order_are_left_alone()
    {
        BulkRow[] rows = [Row(1, 0), Row(2, 1), Row(3, 2)];
        BulkRow[] before = [.. rows];
        KeyOrder.Sort(rows, 3, Keys<int>(), ResolvedOptions.CheckDuplicatesCure);
        Assert.Equal(before, rows);
    }

    [Theory]
    [InlineData(new[] { 5, 5 }, 0, 1)]
    [InlineData(new[] { 1, 2, 2 }, 1, 2)]
    [InlineData(new[] { 7, 3, 9, 3 }, 1, 3)]
    public void A_key_that_is_given_twice_is_refused_with_both_positions(int[] keys, int first, int second)
    {
        BulkRow[] rows = [.. keys.Select(Row)];
        BulkOperationException refused = Assert.Throws<BulkOperationException>(() => KeyOrder.Sort(rows, rows.Length, Keys<int>(), ResolvedOptions.CheckDuplicatesCure));
        Assert.Equal($"Rows {first} and {second} have the same key. Give each row once, or set CheckDuplicates = false.", refused.Message);
        Assert.Equal((second, keys[second]), (refused.RowIndex, Assert.Single(refused.Key)));
    }

    [Fact]
    public void Duplicates_may_be_allowed()
    {
        BulkRow[] rows = [Row(5, 0), Row(1, 1), Row(5, 2)];
        Assert.Equal(2, KeyOrder.Sort(rows, 3, Keys<int>(), refusal: null));
        Assert.Equal([1, 2, 0], rows.Select(r => r.Index));
    }

    [Fact]
    public void Of_rows_with_one_key_the_one_given_last_stays()
    {
        Random random = new(3);
        BulkRow[] rows = [.. Enumerable.Range(0, 1_000).Select(i => Row(random.Next(100), i))];
        Dictionary<int, int> last = [];
        foreach (BulkRow row in rows)
            last[((Keyed<int>)row.Item).Id] = row.Index;

        int sent = KeyOrder.Sort(rows, rows.Length, Keys<int>(), refusal: null);

        Assert.Equal(last.OrderBy(pair => pair.Key).Select(pair => pair.Value), rows[..sent].Select(r => r.Index));
        Assert.Equal(Enumerable.Range(0, 1_000), rows.Select(r => r.Index).Order());
    }

    [Fact]
    public void Composite_duplicates_are_found_too()
    {
        BulkRow[] rows = [new(new Pair { A = 1, B = "b" }, null, 0), new(new Pair { A = 1, B = "a" }, null, 1), new(new Pair { A = 1, B = "b" }, null, 2)];
        BulkOperationException refused = Assert.Throws<BulkOperationException>(() => KeyOrder.Sort(rows, 3, PairKeys(), ResolvedOptions.CheckDuplicatesCure));
        Assert.Equal((2, 2), (refused.RowIndex, refused.Key.Count));
        Assert.Equal([1, "b"], refused.Key);
    }

    private static List<TKey> Sorted<TKey>(params TKey[] keys)
    {
        BulkRow[] rows = [.. keys.Select(Row)];
        KeyOrder.Sort(rows, rows.Length, Keys<TKey>(), ResolvedOptions.CheckDuplicatesCure);
        return [.. rows.Select(r => ((Keyed<TKey>)r.Item).Id)];
    }

    private static BulkRow Row<TKey>(TKey key, int index) => new(new Keyed<TKey> { Id = key }, null, index);

    private static KeyReader Keys<TKey>() => KeyReader.Of(Maps.Of<Keyed<TKey>>(), null);

    private static KeyReader PairKeys() => KeyReader.Of(Maps.Of<Pair>(model => model.Entity<Pair>().HasKey(p => new { p.A, p.B })), null);

    private sealed class Keyed<TKey>
    {
        public TKey Id { get; set; } = default!;
    }

    private sealed class Pair
    {
        public int A { get; set; }

        public string B { get; set; } = "";
    }
}
