namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>A figure that SaveChanges in bulk, inserts of graphs or those into a group should reach, and this run's result.</summary>
/// <param name="Name">What is measured.</param>
/// <param name="Unit">The unit of the numbers.</param>
/// <param name="Target">The value that is just good enough.</param>
/// <param name="IsLeast">Whether more is better.</param>
/// <param name="Measured">The measured value.</param>
internal sealed record SaveFigure(string Name, string Unit, double Target, bool IsLeast, double Measured)
{
    public bool IsReached => IsLeast ? Measured >= Target : Measured <= Target;
}
