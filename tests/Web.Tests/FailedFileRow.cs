namespace Web.Tests;

/// <summary>The failed row, as the sample reports it.</summary>
internal sealed record FailedFileRow(long? Row, long Line, string Text);
