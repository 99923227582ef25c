namespace EFCore.MySqlBulk.Graphs;

/// <summary>The entities that are read with a given row.</summary>
internal enum GraphReach
{
    /// <summary>Owned entities in tables of their own.</summary>
    Owned,

    /// <summary>Related entities, one node each, even if they are stored as several rows.</summary>
    Related,

    /// <summary>Owned and related entities.</summary>
    All,
}
