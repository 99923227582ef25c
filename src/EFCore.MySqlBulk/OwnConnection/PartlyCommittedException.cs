namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Some connections had committed before another one failed to commit.</summary>
/// <param name="stored">The positions of the rows that are stored.</param>
/// <param name="innerException">Why the other one failed.</param>
internal sealed class PartlyCommittedException(IReadOnlyList<int> stored, Exception innerException) : Exception(innerException.Message, innerException)
{
    public IReadOnlyList<int> Stored => stored;
}
