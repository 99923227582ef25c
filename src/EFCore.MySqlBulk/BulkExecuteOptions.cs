using System.ComponentModel;

namespace EFCore.MySqlBulk;

/// <summary>Options of <see cref="BulkExecuteExtensions" />.</summary>
public sealed record BulkExecuteOptions : BulkStrategyOptions
{
    /// <summary>Reports in <see cref="BulkResult.AffectedByRow" /> how many rows each execution affected, at 4 bytes per row.
    /// Default: <see langword="false" />: only their sum is reported.</summary>
    public bool ReturnAffected { get; set; }

    /// <summary>Converts options to a lambda that sets them, so that <c>new() { … }</c> means options where an overload takes a lambda.</summary>
    /// <param name="options">The options.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static implicit operator Action<BulkExecuteOptions>(BulkExecuteOptions options) => ConfiguredOptions.Copying(options);
}
