namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>A figure that the project promises to reach, and what this run came to.</summary>
/// <param name="Name">What is measured.</param>
/// <param name="Unit">Of what the numbers are.</param>
/// <param name="Target">At most this.</param>
/// <param name="Measured">What came out.</param>
internal sealed record Figure(string Name, string Unit, double Target, double Measured)
{
    public bool IsReached => Measured <= Target;
}
