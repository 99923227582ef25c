namespace EFCore.MySqlBulk.Benchmarks.Plots;

/// <summary>One line of a picture.</summary>
/// <param name="Name">Its name in the legend.</param>
/// <param name="Colour">Its colour in hexadecimal digits.</param>
/// <param name="Points">Its points, from left to right.</param>
internal sealed record PlotLine(string Name, string Colour, IReadOnlyList<(double X, double Y)> Points)
{
    public const string OurColour = "#c45f00";

    public bool IsOurs => Colour == OurColour;

    /// <summary>Whether it is a limit and not a way to do something.</summary>
    public bool IsLimit { get; init; }
}
