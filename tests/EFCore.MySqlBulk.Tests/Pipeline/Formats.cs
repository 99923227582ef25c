using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Tests.Pipeline;

/// <summary>What client and server may have agreed on.</summary>
internal static class Formats
{
    /// <summary>Results end with an OK packet, as with every server of the last ten years.</summary>
    public static readonly PipelineFormat Plain = new(DeprecatesEof: true, QueryAttributes: false, TracksSession: false, CachesMetadata: false);

    /// <summary>Results end with an EOF packet.</summary>
    public static readonly PipelineFormat Old = Plain with { DeprecatesEof = false };

    /// <summary>MySQL 8.0.23 and newer.</summary>
    public static readonly PipelineFormat MySql = Plain with { QueryAttributes = true, TracksSession = true };

    /// <summary>MariaDB 10.6 and newer.</summary>
    public static readonly PipelineFormat MariaDb = Plain with { TracksSession = true, CachesMetadata = true };
}
