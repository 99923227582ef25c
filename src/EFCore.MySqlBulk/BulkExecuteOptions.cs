namespace EFCore.MySqlBulk;

/// <summary>Options of <see cref="BulkExecuteExtensions" />.</summary>
public sealed record BulkExecuteOptions : BulkOptions
{
    /// <summary>Reports in <see cref="BulkResult.AffectedRows" /> how many rows each execution affected. Memory: 4 bytes a row.
    /// Default: <see langword="false" />, only their sum.</summary>
    public bool ReturnAffected { get; init; }
}
