using System.Globalization;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Cities.Output;

/// <summary>Rows and rows per second, beside a bar.</summary>
internal sealed class RowsColumn : ProgressColumn
{
    public override IRenderable Render(RenderOptions options, ProgressTask task, TimeSpan deltaTime)
    {
        double seconds = task.ElapsedTime?.TotalSeconds ?? 0;
        double pace = seconds > 0 ? task.Value / seconds : 0;
        return new Text(string.Create(CultureInfo.InvariantCulture, $"{task.Value,9:N0} rows {pace,9:N0} rows/s"));
    }
}
