namespace Web.Tests;

/// <summary>What the sample tells of an import.</summary>
internal sealed record Told(
    string Status, long Rows, double Seconds, double RowsPerSecond, double? Share, string? Strategy, string? Reason, string? Connection, string? Message, string? Detail, ToldRow? FileRow);
