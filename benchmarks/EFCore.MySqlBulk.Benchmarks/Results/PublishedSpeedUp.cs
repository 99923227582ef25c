namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>A speed-up over row by row that the report published, beside the library's.</summary>
/// <param name="Operation">Insert, update or delete.</param>
/// <param name="Rows">The number of rows.</param>
/// <param name="Published">The report's scheme.</param>
/// <param name="PublishedTimes">How much faster than its row by row that scheme is.</param>
/// <param name="Ours">The library's scheme that does the same.</param>
/// <param name="OursTimes">How much faster than row by row the library's scheme was in this run, without a delay.</param>
internal sealed record PublishedSpeedUp(string Operation, int Rows, string Published, double PublishedTimes, string Ours, double OursTimes)
{
    public bool IsBeaten => OursTimes > PublishedTimes;
}
