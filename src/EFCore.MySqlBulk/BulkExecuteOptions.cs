using System.ComponentModel;

namespace EFCore.MySqlBulk;

/// <summary>Options of <see cref="BulkExecuteExtensions" />.</summary>
public sealed record BulkExecuteOptions : BulkStrategyOptions
{
    /// <summary>Reports in <see cref="BulkResult.AffectedByRow" /> how many rows each execution affected, at 4 bytes per row.
    /// Default: <see langword="false" />: only their sum is reported.</summary>
    public bool ReturnAffected { get; set; }

    /// <summary>The options as a lambda that sets them: what makes <c>new() { … }</c> stand for options where a call takes a lambda as well.</summary>
    /// <param name="options">The options.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static implicit operator Action<BulkExecuteOptions>(BulkExecuteOptions options) => ConfiguredOptions.Copying(options);
}
