using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>The nodes of a graph in the order in which they were found, in chunks, so that growing copies nothing.</summary>
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

    /// <summary>Replaces the place of a node.</summary>
    public void Move(int index, RowPlace place) => _chunks[index / ChunkSize][index % ChunkSize] = this[index].At(place);
}
