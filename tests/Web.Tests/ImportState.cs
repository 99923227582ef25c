namespace Web.Tests;

/// <summary>The state of an import, as the sample reports it.</summary>
internal sealed record ImportState(
    string Status, long Rows, long? AsideSoFar, double Seconds, double RowsPerSecond, double? Share, string? Strategy, string? Reason, string? Pipelining, string? Message, string? Detail, FailedFileRow? FileRow, IReadOnlyList<AsideRow> Aside);
