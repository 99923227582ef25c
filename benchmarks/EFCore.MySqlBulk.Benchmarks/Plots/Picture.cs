namespace EFCore.MySqlBulk.Benchmarks.Plots;

/// <summary>A picture of results.</summary>
/// <param name="File">The name of its file.</param>
/// <param name="Title">What it shows.</param>
/// <param name="Draw">Draws it, as SVG.</param>
internal sealed record Picture(string File, string Title, Func<string> Draw);
