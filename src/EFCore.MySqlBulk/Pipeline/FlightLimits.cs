namespace EFCore.MySqlBulk.Pipeline;

/// <summary>How much may be in flight: sent or about to be sent, and not yet answered.</summary>
/// <remarks>Client and server must never wait for each other: either the requests fit into the buffers of both kernels, so that writing them never
/// blocks for long, or the answers do, so that the server goes on reading. 64 KiB is the receive window that Linux, Windows and macOS begin
/// with.</remarks>
internal sealed record FlightLimits
{
    // An error's text has at most 512 bytes; with number, SQLSTATE and headers it is 530.
    private const int LongestAnswer = 530;

    public static readonly FlightLimits Default = new();

    /// <summary>One statement: nothing is behind it that could run although it has failed.</summary>
    public static readonly FlightLimits OneStatement = new() { Statements = 1 };

    /// <summary>The number of answers that fit into 64 KiB even if all are errors with the longest text.</summary>
    public const int UnreadAnswers = 64 * 1024 / LongestAnswer;

    public int Statements { get; init; } = 1000;

    /// <summary>More bytes may be in flight for up to <see cref="UnreadAnswers" /> statements.</summary>
    public int RequestBytes { get; init; } = 60 * 1024;

    public bool Allow(int statements, long bytes) => statements <= Statements && (bytes <= RequestBytes || statements <= UnreadAnswers);

    public bool AllowHalf(int statements, long bytes) => statements <= Half(Statements) && (bytes <= RequestBytes / 2 || statements <= UnreadAnswers / 2);

    /// <summary>Whether there is enough to send for one write.</summary>
    public bool AreWorthSending(int statements, int bytes) => statements >= Math.Min(Half(Statements), UnreadAnswers) || bytes >= Half(RequestBytes);

    private static int Half(int limit) => Math.Max(limit / 2, 1);
}
