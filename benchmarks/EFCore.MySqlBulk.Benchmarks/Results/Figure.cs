namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>A figure that the project promises to reach, and this run's result.</summary>
/// <param name="Name">What is measured.</param>
/// <param name="Unit">The unit of the numbers.</param>
/// <param name="Target">The highest value that is good enough.</param>
/// <param name="Measured">The measured value.</param>
internal sealed record Figure(string Name, string Unit, double Target, double Measured)
{
    public bool IsReached => Measured <= Target;
}
