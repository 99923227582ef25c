namespace EFCore.MySqlBulk.Graphs;

/// <summary>Two rows are the same instance. It is caught where the exception of the call is made.</summary>
internal sealed class RepeatedRowException(int first, int second) : Exception
{
    public int First => first;

    public int Second => second;
}
