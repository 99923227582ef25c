using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Mapping.Relations;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Tests.Model;

namespace EFCore.MySqlBulk.Tests.Execution;

/// <summary>Rows are sorted into levels that do not refer to each other.</summary>
public sealed class SelfReferenceSorterTests
{
    [Fact]
    public void An_insert_has_the_rows_that_are_referred_to_first()
    {
        BulkRow[] rows = Rows(new(3, 2), new(5, null), new(2, 1), new(1, null), new(4, 1));
        Assert.Equal([2, 4, 5], Sort(rows, new InsertOperation()));
        Assert.Equal([5, 1, 2, 4, 3], Ids(rows));
    }

    [Fact]
    public void A_delete_has_them_last()
    {
        BulkRow[] rows = Rows(new(1, null), new(2, 1), new(3, 2), new(4, 1), new(5, null));
        Assert.Equal([3, 4, 5], Sort(rows, new DeleteOperation()));
        Assert.Equal([3, 4, 5, 2, 1], Ids(rows));
    }

    [Fact]
    public void Rows_that_refer_to_none_of_the_others_keep_their_order()
    {
        BulkRow[] rows = Rows(new(3, 9), new(1, 8), new(2, null), new(7, 7));
        Assert.Equal([4], Sort(rows, new InsertOperation()));
        Assert.Equal([3, 1, 2, 7], Ids(rows));
    }

    [Fact]
    public void A_navigation_counts_where_the_key_is_not_known_yet()
    {
        Node root = new(0, null);
        Node child = new(0, null) { Parent = root };
        BulkRow[] rows = Rows(new(0, null) { Parent = child }, child, root);
        Assert.Equal([1, 2, 3], Sort(rows, new InsertOperation()));
        Assert.Equal([2, 1, 0], rows.Select(row => row.Index));
    }

    [Fact]
    public void A_cycle_is_refused_and_its_rows_are_named()
    {
        BulkRow[] rows = Rows(new(1, null), new(2, 3), new(3, 2), new(4, 3));
        InvalidOperationException refused = Assert.Throws<InvalidOperationException>(() => Sort(rows, new InsertOperation()));
        Assert.Contains(": 1, 2, 3.", refused.Message, StringComparison.Ordinal);
        Assert.Equal([1, 2, 3, 4], Ids(rows));
    }

    [Fact]
    public void A_long_list_is_no_deep_recursion()
    {
        BulkRow[] rows = Rows([.. Enumerable.Range(1, 100_000).Reverse().Select(id => new Node(id, id == 1 ? null : id - 1))]);
        Assert.Equal(100_000, Sort(rows, new InsertOperation()).Count);
        Assert.Equal(Enumerable.Range(1, 100_000), Ids(rows));
    }

    [Fact]
    public void A_type_that_does_not_refer_to_itself_is_told_by_its_model()
    {
        Assert.True(Of().AreThere);
        Assert.False(SelfReferences.Of(Maps.Of<Leaf>(model => model.Entity<Leaf>().HasOne(leaf => leaf.Node).WithMany())).AreThere);
    }

    private static IReadOnlyList<int> Sort(BulkRow[] rows, Operation operation) => SelfReferenceSorter.Sort(rows, rows.Length, Of(), null, operation.Traits.DependentsGoFirst);

    private static SelfReferences Of()
        => SelfReferences.Of(Maps.Of<Node>(static model => model.Entity<Node>().HasOne(node => node.Parent).WithMany().HasForeignKey(node => node.ParentId)));

    private static BulkRow[] Rows(params Node[] nodes) => [.. nodes.Select((node, i) => new BulkRow(node, null, i))];

    private static IEnumerable<int> Ids(BulkRow[] rows) => rows.Select(row => ((Node)row.Item).Id);

    private sealed class Node(int id, int? parentId)
    {
        public int Id { get; set; } = id;

        public int? ParentId { get; set; } = parentId;

        public Node? Parent { get; set; }
    }

    private sealed class Leaf
    {
        public int Id { get; set; }

        public Node? Node { get; set; }
    }
}
