using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>An entity of a graph, or a link between two.</summary>
internal readonly struct GraphNode
{
    private readonly int _row;

    /// <param name="item">The entity.</param>
    /// <param name="shape">Its shape; <see langword="null" /> if its navigations are not read.</param>
    /// <param name="place">The place of its first row.</param>
    /// <param name="row">The position of the given row from which it was reached.</param>
    /// <param name="isStored">Whether the call stores the entity; otherwise it is stored already, or tracked.</param>
    public GraphNode(object item, EntityShape? shape, RowPlace place, int row, bool isStored)
    {
        Item = item;
        Shape = shape;
        Place = place;
        _row = isStored ? row : ~row;
    }

    public object Item { get; }

    public EntityShape? Shape { get; }

    public RowPlace Place { get; }

    public int Row => IsStored ? _row : ~_row;

    public bool IsStored => _row >= 0;

    /// <summary>A node for the same entity in another place.</summary>
    public GraphNode At(RowPlace place) => new(Item, Shape, place, Row, IsStored);
}
