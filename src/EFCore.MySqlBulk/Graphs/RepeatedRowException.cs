namespace EFCore.MySqlBulk.Graphs;

/// <summary>Two rows are the same instance. The caller of the walk turns it into the call's exception.</summary>
internal sealed class RepeatedRowException(int first, int second) : Exception
{
    public int First => first;

    public int Second => second;
}
