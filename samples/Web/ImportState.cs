using EFCore.MySqlBulk;

namespace Web;

/// <summary>The state of an import, which the page gets as JSON.</summary>
internal sealed record ImportState(string Status)
{
    public const string StatusReady = "ready";
    public const string StatusRunning = "running";
    public const string StatusStored = "stored";
    public const string StatusFailed = "failed";
    public const string StatusCancelled = "cancelled";

    /// <summary>The number of rows that the server has accepted. They are stored when the status says so.</summary>
    public long Rows { get; init; }

    /// <summary>The number of rows that were set aside so far; null at the end, which has the rows themselves.</summary>
    public long? AsideSoFar { get; init; }

    public double Seconds { get; init; }

    public double RowsPerSecond => Seconds > 0 ? Rows / Seconds : 0;

    /// <summary>How much of the file was read, from 0 to 1; null if its size is unknown.</summary>
    public double? Share { get; init; }

    public string? Strategy { get; init; }

    public string? Reason { get; init; }

    /// <summary>Whether the statements were pipelined, and why.</summary>
    public string? Pipelining { get; init; }

    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>What went wrong, for the person who uploaded the file.</summary>
    public string? Message { get; init; }

    /// <summary>The message of the server or the CSV reader.</summary>
    public string? Detail { get; init; }

    /// <summary>The row that failed, if it was a single row.</summary>
    public FileRow? FileRow { get; init; }

    /// <summary>The rows that were set aside, in the order of the file.</summary>
    public IReadOnlyList<RefusedRow> Aside { get; init; } = [];

    public static ImportState Ready { get; } = new(StatusReady);

    public static ImportState Busy { get; } = new(StatusFailed) { Message = "Others are importing already. Try again in a moment." };

    public static ImportState Cancelled { get; } = new(StatusCancelled) { Message = "The import was cancelled. Nothing from it was stored." };

    public static ImportState Running(BulkProgress progress, double? share)
        => new(StatusRunning) { Rows = progress.RowCount, AsideSoFar = progress.RowsRejected, Seconds = progress.Elapsed.TotalSeconds, Share = share };

    public static ImportState Stored(BulkResult result) => new(StatusStored)
    {
        Rows = result.RowsInserted,
        Seconds = result.Elapsed.TotalSeconds,
        Share = 1,
        Strategy = result.Strategy.ToString(),
        Reason = result.Reason,
        Pipelining = result.PipeliningReason.Length > 0 ? $"{(result.IsPipelined ? "yes" : "no")}: {result.PipeliningReason}" : null,
        Warnings = result.Warnings,
        Aside = [.. result.Rejected.Select(RefusedRow.Of)],
    };
}
