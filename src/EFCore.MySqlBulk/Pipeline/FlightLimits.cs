namespace EFCore.MySqlBulk.Pipeline;

/// <summary>How much may be in flight: sent or about to be sent, and not yet answered.</summary>
internal sealed record FlightLimits
{
    public static readonly FlightLimits Default = new();

    public int Statements { get; init; } = 1000;

    /// <summary>A longer statement flies alone.</summary>
    public int RequestBytes { get; init; } = 256 * 1024;
}
