namespace Cities.Steps;

/// <summary>How long SaveChanges took for the first rows of a step.</summary>
internal sealed record SliceTime(int Rows, TimeSpan Elapsed)
{
    /// <summary>The time for that many rows at the same pace.</summary>
    public TimeSpan ScaledTo(long rows) => Elapsed * ((double)rows / Rows);
}
