namespace EFCore.MySqlBulk.Planning.Server;

/// <summary>The share of rows that the last call found in a table, since most calls on a table are alike. It decides only what the next call tries first.</summary>
internal sealed class LastFound
{
    private volatile FoundShare _share;

    public FoundShare Share => _share;

    public void Set(int found, int of) => _share = found == 0 ? FoundShare.None : found == of ? FoundShare.All : FoundShare.Some;
}
