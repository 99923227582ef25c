namespace EFCore.MySqlBulk.Graphs;

/// <summary>Which entities are read with a row that is given.</summary>
internal enum GraphReach
{
    /// <summary>Owned entities in tables of their own.</summary>
    Owned,

    /// <summary>Related entities, one node each, even if they are stored as several rows.</summary>
    Related,

    /// <summary>Both.</summary>
    All,
}
