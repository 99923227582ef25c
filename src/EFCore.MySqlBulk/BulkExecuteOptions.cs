namespace EFCore.MySqlBulk;

/// <summary>Options of <see cref="BulkExecuteExtensions" />.</summary>
public sealed record BulkExecuteOptions : BulkOptions
{
    /// <summary>Reports in <see cref="BulkResult.AffectedByRow" /> how many rows each execution affected, at 4 bytes per row.
    /// Default: <see langword="false" />: only their sum is reported.</summary>
    public bool ReturnAffected { get; init; }
}
