namespace EFCore.MySqlBulk.Planning.Options;

/// <summary>How a call may send its statements, and over how many connections.</summary>
internal static class RequestedPipelining
{
    /// <summary>An option of the call takes precedence over the context's default of the other option.</summary>
    public static (BulkPipelining Pipelining, int Connections) Of(BulkOptions? options, MySqlBulkDefaults defaults) => options switch
    {
        BulkStrategyOptions { Connections: { } connections } => (options.Pipelining ?? (connections > 1 ? BulkPipelining.Auto : defaults.Pipelining ?? BulkPipelining.Auto), connections),
        { Pipelining: BulkPipelining.Never } => (BulkPipelining.Never, 1),
        _ => (options?.Pipelining ?? defaults.Pipelining ?? BulkPipelining.Auto, defaults.Connections ?? 1),
    };
}
