using System.Globalization;
using OxyPlot;

namespace EFCore.MySqlBulk.Benchmarks.Plots;

/// <summary>A picture that plots are drawn into, the same on every machine.</summary>
internal sealed class Svg(int width, int height)
{
    private readonly List<(PlotModel Model, OxyRect Place)> _plots = [];

    public int Width => width;

    public void Add(PlotModel model, double left, double top, double plotWidth, double plotHeight)
    {
        (model.DefaultFont, model.Culture) = ("Arial", CultureInfo.InvariantCulture);
        _plots.Add((model, new(left, top, plotWidth, plotHeight)));
    }

    public override string ToString()
    {
        using MemoryStream stream = new();
        // The workaround: not every viewer knows the attribute that aligns text vertically.
        using (SvgRenderContext context = new(stream, width, height, isDocument: true, new Measurer(width, height), OxyColors.White, useVerticalTextAlignmentWorkaround: true))
        {
            foreach ((IPlotModel model, OxyRect place) in _plots)
            {
                model.Update(updateData: true);
                model.Render(context, place);
            }
            context.Complete();
            context.Flush();
        }
        using StreamReader text = new(new MemoryStream(stream.ToArray()));
        return text.ReadToEnd().ReplaceLineEndings("\n");
    }

    // Measures text as wide as browsers draw it with the fonts that they put in Arial's place.
    private sealed class Measurer(int width, int height) : PdfRenderContext(width, height, OxyColors.White)
    {
        private const double Wider = 1.3;

        public override OxySize MeasureText(string text, string fontFamily, double fontSize, double fontWeight)
        {
            OxySize size = base.MeasureText(text, fontFamily, fontSize, fontWeight);
            return new(size.Width * Wider, size.Height);
        }
    }
}
