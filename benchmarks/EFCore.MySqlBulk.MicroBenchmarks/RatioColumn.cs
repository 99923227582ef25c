using System.Globalization;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace EFCore.MySqlBulk.MicroBenchmarks;

/// <summary>This run's median divided by the committed one.</summary>
internal sealed class RatioColumn(IReadOnlyDictionary<string, Figure> baseline) : IColumn
{
    public string Id => "Baseline";

    public string ColumnName => "× baseline";

    public bool AlwaysShow => true;

    public ColumnCategory Category => ColumnCategory.Custom;

    public int PriorityInCategory => 0;

    public bool IsNumeric => true;

    public UnitType UnitType => UnitType.Dimensionless;

    public string Legend => "Median of this run / median in baseline.json";

    public bool IsAvailable(Summary summary) => true;

    public bool IsDefault(Summary summary, BenchmarkCase benchmarkCase) => false;

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase)
        => summary[benchmarkCase]?.ResultStatistics?.Median is { } median && baseline.TryGetValue(Figure.NameOf(benchmarkCase), out Figure? before)
            ? (median / before.Nanoseconds).ToString("0.00", CultureInfo.InvariantCulture)
            : "-";

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase, SummaryStyle style) => GetValue(summary, benchmarkCase);
}
