namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>
/// The report's best figures, in one place: NewLife.MySql, Doc/性能测试报告.md, sections 1.1 to 1.3 (MySQL 8.0.26 on the same machine, no TLS).
/// </summary>
internal static class PublishedSpeedUps
{
    private const string Auto = "Auto";
    private const string Pipeline = "PipelinedArrayBatch";

    private static readonly (string Operation, int Rows, string Scheme, double Times, string Ours)[] Figures =
    [
        ("insert", 1_000, "multi-row VALUES", 21.0, Auto),
        ("insert", 10_000, "multi-row VALUES", 21.8, Auto),
        ("delete", 1_000, "IN() list", 60.6, Auto),
        ("delete", 10_000, "IN() list", 42.7, Auto),
        ("insert", 10_000, "array batch, pipeline, transaction", 4.6, Pipeline),
        ("update", 10_000, "array batch, pipeline, transaction", 4.6, Pipeline),
        ("delete", 10_000, "array batch, pipeline, transaction", 5.0, Pipeline),
    ];

    /// <summary>The figures beside those that this run measured.</summary>
    public static IEnumerable<PublishedSpeedUp> Against(IReadOnlyList<SchemeMeasurement> measurements) =>
        from figure in Figures
        from m in measurements
        where m.RoundTripMs == 0 && m.Operation == figure.Operation && m.Rows == figure.Rows
        where m.IsOurs && m.Scheme.EndsWith(figure.Ours, StringComparison.Ordinal) && m.SpeedUp is not null
        select new PublishedSpeedUp(figure.Operation, figure.Rows, figure.Scheme, figure.Times, m.Scheme, m.SpeedUp!.Value);
}
