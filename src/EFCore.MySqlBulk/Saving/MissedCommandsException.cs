namespace EFCore.MySqlBulk.Saving;

/// <summary>Commands of <c>SaveChanges</c> whose rows were not found or have changed.</summary>
/// <param name="indexes">Their positions.</param>
internal sealed class MissedCommandsException(IReadOnlyList<int> indexes) : Exception("Rows were missed.")
{
    public IReadOnlyList<int> Indexes => indexes;
}
