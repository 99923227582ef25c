namespace EFCore.MySqlBulk.Benchmarks.Plots;

/// <summary>One of the panels that stand side by side in a picture.</summary>
internal sealed record PlotPanel(string Title, IReadOnlyList<PlotLine> Lines);
