using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using OxyPlot;
using OxyPlot.Axes;
using OxyPlot.Series;

namespace EFCore.MySqlBulk.Benchmarks.Plots;

/// <summary>README's picture: rows per second of each technique, as bars.</summary>
internal static class SpeedChart
{
    private const int Width = 800;
    private const int Height = 340;

    // The first is drawn at the bottom.
    private static readonly (TechniqueKind Technique, string Title, string Colour)[] Techniques =
    [
        (TechniqueKind.SaveChanges, "SaveChanges", "#b8c0cc"), (TechniqueKind.RowByRow, "prepared, row by row", "#7f93ad"), (TechniqueKind.Bulk, "EFCore.MySqlBulk", "#c45f00"),
    ];

    public static string Draw(Report report, int rows)
    {
        string[] operations = [.. report.Measurements.Select(m => m.Operation).Distinct().Reverse()];
        PlotModel model = new()
        {
            Title = $"Rows per second, {Page.Number(rows)} rows",
            Background = OxyColors.White,
            PlotAreaBorderThickness = new(0),
            TitleFontSize = 16,
            // Room for fonts that are wider than those it is measured with.
            PlotMargins = new(70, double.NaN, 20, double.NaN),
            Axes =
            {
                new CategoryAxis { Position = AxisPosition.Left, ItemsSource = operations.ToList(), GapWidth = 0.4, TickStyle = TickStyle.None, FontSize = 14 },
                new LinearAxis { Position = AxisPosition.Bottom, Minimum = 0, MaximumPadding = 0.04, StringFormat = "N0", MajorGridlineStyle = LineStyle.Solid, MajorGridlineColor = OxyColor.Parse("#e6e6e6"), TickStyle = TickStyle.None },
            },
        };
        foreach ((TechniqueKind technique, string title, string colour) in Techniques)
        {
            bool isOurs = technique == TechniqueKind.Bulk;
            BarSeries bars = new()
            {
                FillColor = OxyColor.Parse(colour),
                LabelFormatString = $"{title}  {{0:N0}}",
                LabelPlacement = isOurs ? LabelPlacement.Inside : LabelPlacement.Outside,
                TextColor = isOurs ? OxyColors.White : OxyColors.Black,
                LabelMargin = 16,
            };
            bars.Items.AddRange(operations.Select(operation => new BarItem(Math.Round(report.Of(operation, rows, technique)!.RowsPerSecond))));
            model.Series.Add(bars);
        }

        Svg svg = new(Width, Height);
        svg.Add(model, 0, 0, Width, Height);
        return svg.ToString();
    }
}
