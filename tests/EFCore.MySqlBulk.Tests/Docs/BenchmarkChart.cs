using OxyPlot;
using OxyPlot.Axes;
using OxyPlot.Series;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>Rows per second of each technique, as bars.</summary>
internal static class BenchmarkChart
{
    private const string Ours = "bulk";
    private const int Width = 800;
    private const int Height = 340;

    // The first is drawn at the bottom.
    private static readonly (string Technique, string Title, string Colour)[] Techniques =
    [
        ("saveChanges", "SaveChanges", "#b8c0cc"), ("rowByRow", "prepared, row by row", "#7f93ad"), (Ours, "EFCore.MySqlBulk", "#c45f00"),
    ];

    public static string Draw(BenchmarkReport report, int rows)
    {
        PlotModel model = new()
        {
            Title = $"Rows per second, {rows:N0} rows",
            DefaultFont = "Arial",
            Background = OxyColors.White,
            PlotAreaBorderThickness = new(0),
            TitleFontSize = 16,
            // Room for fonts that are wider than those it is measured with.
            PlotMargins = new(70, double.NaN, 20, double.NaN),
            Axes =
            {
                new CategoryAxis { Position = AxisPosition.Left, ItemsSource = BenchmarkSection.Operations.Reverse().ToList(), GapWidth = 0.4, TickStyle = TickStyle.None, FontSize = 14 },
                new LinearAxis { Position = AxisPosition.Bottom, Minimum = 0, MaximumPadding = 0.04, StringFormat = "N0", MajorGridlineStyle = LineStyle.Solid, MajorGridlineColor = OxyColor.Parse("#e6e6e6"), TickStyle = TickStyle.None },
            },
        };
        foreach ((string technique, string title, string colour) in Techniques)
        {
            bool isOurs = technique == Ours;
            BarSeries bars = new()
            {
                FillColor = OxyColor.Parse(colour),
                LabelFormatString = $"{title}  {{0:N0}}",
                LabelPlacement = isOurs ? LabelPlacement.Inside : LabelPlacement.Outside,
                TextColor = isOurs ? OxyColors.White : OxyColors.Black,
                LabelMargin = 16,
            };
            bars.Items.AddRange(BenchmarkSection.Operations.Reverse().Select(operation => new BarItem(Math.Round(report.Of(operation, rows, technique).RowsPerSecond))));
            model.Series.Add(bars);
        }

        return new SvgExporter { Width = Width, Height = Height, IsDocument = true, TextMeasurer = new Measurer() }.ExportToString(model).ReplaceLineEndings("\n");
    }

    // Measures text as wide as browsers draw it with the fonts that they put in Arial's place.
    private sealed class Measurer() : PdfRenderContext(Width, Height, OxyColors.White)
    {
        private const double Wider = 1.3;

        public override OxySize MeasureText(string text, string fontFamily, double fontSize, double fontWeight)
        {
            OxySize size = base.MeasureText(text, fontFamily, fontSize, fontWeight);
            return new(size.Width * Wider, size.Height);
        }
    }
}
