using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>The nodes of a graph in the order in which they were met, in chunks, so that nothing is copied as they grow.</summary>
internal sealed class GraphNodes
{
    private const int ChunkSize = 2_048;
    private readonly List<GraphNode[]> _chunks = [];

    public int Count { get; private set; }

    public GraphNode this[int index] => _chunks[index / ChunkSize][index % ChunkSize];

    public void Add(in GraphNode node)
    {
        if (Count / ChunkSize == _chunks.Count)
            _chunks.Add(new GraphNode[ChunkSize]);
        _chunks[Count / ChunkSize][Count % ChunkSize] = node;
        Count++;
    }

    /// <summary>Gives a node another place.</summary>
    public void Move(int index, RowPlace place) => _chunks[index / ChunkSize][index % ChunkSize] = this[index].At(place);
}
