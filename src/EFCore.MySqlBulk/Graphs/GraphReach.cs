namespace EFCore.MySqlBulk.Graphs;

/// <summary>Which entities are read with a row that is given.</summary>
internal enum GraphReach
{
    /// <summary>What it owns in tables of its own.</summary>
    Owned,

    /// <summary>The entities that it is related to, each of which stands for all that it is stored as.</summary>
    Related,

    /// <summary>Both.</summary>
    All,
}
