using System.Globalization;
using OxyPlot;
using OxyPlot.Axes;
using OxyPlot.Legends;
using OxyPlot.Series;

namespace EFCore.MySqlBulk.Benchmarks.Plots;

/// <summary>A picture of panels with lines, and one legend for all.</summary>
/// <param name="Title">What is drawn.</param>
/// <param name="IsXLogarithmic">Whether the numbers along the bottom differ by powers of ten.</param>
/// <param name="IsYLogarithmic">The same of those along the left.</param>
internal sealed record LineChart(string Title, bool IsXLogarithmic, bool IsYLogarithmic)
{
    private const int PanelWidth = 320;
    private const int PanelHeight = 300;
    private const int TitleHeight = 34;
    private const int LegendHeight = 58;

    // Room for fonts that are wider than those it is measured with.
    private const int LegendPadding = 22;

    private const double Padding = 0.05;

    private static readonly OxyColor Grid = OxyColor.Parse("#e6e6e6");

    public string Draw(IReadOnlyList<PlotPanel> panels)
    {
        Svg svg = new(PanelWidth * panels.Count, TitleHeight + PanelHeight + LegendHeight);
        svg.Add(new PlotModel { Title = Title, TitleFontSize = 15 }, 0, 0, svg.Width, TitleHeight);
        for (int i = 0; i < panels.Count; i++)
            svg.Add(Draw(panels[i]), i * PanelWidth, TitleHeight, PanelWidth, PanelHeight);
        svg.Add(Legend(panels.SelectMany(panel => panel.Lines).DistinctBy(line => line.Name)), 0, TitleHeight + PanelHeight, svg.Width, LegendHeight);
        return svg.ToString();
    }

    private PlotModel Draw(PlotPanel panel)
    {
        PlotModel model = new() { Title = panel.Title, TitleFontSize = 14, PlotAreaBorderColor = Grid, PlotMargins = new(70, double.NaN, 20, double.NaN) };
        model.Axes.Add(AxisAt(AxisPosition.Bottom, IsXLogarithmic));
        model.Axes.Add(AxisAt(AxisPosition.Left, IsYLogarithmic));
        foreach (PlotLine line in panel.Lines)
        {
            LineSeries series = SeriesOf(line);
            series.Points.AddRange(line.Points.Select(point => new DataPoint(point.X, point.Y)));
            model.Series.Add(series);
        }
        return model;
    }

    // Lines without points, for their names.
    private static PlotModel Legend(IEnumerable<PlotLine> lines)
    {
        PlotModel model = new() { PlotAreaBorderThickness = new(0), PlotMargins = new(0), Padding = new(0) };
        model.Axes.Add(new LinearAxis { Position = AxisPosition.Bottom, IsAxisVisible = false });
        model.Axes.Add(new LinearAxis { Position = AxisPosition.Left, IsAxisVisible = false });
        model.Legends.Add(new Legend { LegendPosition = LegendPosition.TopCenter, LegendOrientation = LegendOrientation.Horizontal, LegendFontSize = 13, LegendMargin = 0, LegendPadding = LegendPadding });
        foreach (PlotLine line in lines)
        {
            LineSeries series = SeriesOf(line);
            series.Title = line.Name;
            model.Series.Add(series);
        }
        return model;
    }

    private static LineSeries SeriesOf(PlotLine line)
    {
        OxyColor colour = OxyColor.Parse(line.Colour);
        return new()
        {
            Color = colour,
            StrokeThickness = line.IsOurs ? 3 : 1.5,
            LineStyle = line.IsLimit ? LineStyle.Dash : LineStyle.Solid,
            MarkerType = MarkerType.Circle,
            MarkerSize = 3,
            MarkerFill = colour,
        };
    }

    private static Axis AxisAt(AxisPosition position, bool isLogarithmic)
    {
        Axis axis = isLogarithmic ? new LogarithmicAxis { MinimumPadding = Padding } : new LinearAxis { Minimum = 0 };
        axis.Position = position;
        axis.MaximumPadding = Padding;
        axis.MajorGridlineStyle = LineStyle.Solid;
        axis.MajorGridlineColor = Grid;
        axis.TickStyle = TickStyle.None;
        axis.LabelFormatter = value => value.ToString(value < 10 ? "0.##" : "N0", CultureInfo.InvariantCulture);
        return axis;
    }
}
