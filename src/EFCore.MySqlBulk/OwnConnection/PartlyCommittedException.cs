namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Some connections had committed when another one failed to.</summary>
/// <param name="stored">The positions of the rows that are stored.</param>
/// <param name="innerException">What the other one met.</param>
internal sealed class PartlyCommittedException(IReadOnlyList<int> stored, Exception innerException) : Exception(innerException.Message, innerException)
{
    public IReadOnlyList<int> Stored => stored;
}
