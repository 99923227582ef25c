namespace EFCore.MySqlBulk;

/// <summary>Options of a call whose rows may go to another table than the model's.</summary>
internal interface ITargetTable
{
    /// <summary>The table's name.</summary>
    string? Table { get; }
}
