namespace EFCore.MySqlBulk;

/// <summary>What <c>BulkRead</c> returns for a key that no row has.</summary>
public enum BulkReadMissing
{
    /// <summary><see langword="null" />, so that the result has an item for each key.</summary>
    Null,

    /// <summary>Nothing: the result has only the entities found.</summary>
    LeftOut,
}
