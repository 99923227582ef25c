using Spectre.Console;
using Spectre.Console.Rendering;

namespace Cities.Output;

/// <summary>What a step does, in a column of fixed width, so that the bars line up.</summary>
internal sealed class TitleColumn : ProgressColumn
{
    private const int Width = 24;

    public override IRenderable Render(RenderOptions options, ProgressTask task, TimeSpan deltaTime) => new Text(task.Description);

    public override int? GetColumnWidth(RenderOptions options) => Width;
}
