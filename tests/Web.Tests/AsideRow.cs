namespace Web.Tests;

/// <summary>A row that was set aside, as the sample reports it.</summary>
internal sealed record AsideRow(FailedFileRow Row, string Reason, string Detail);
