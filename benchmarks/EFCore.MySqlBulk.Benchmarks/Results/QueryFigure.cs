namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>A way to delete, change, copy or archive the rows of a query: medians of its rounds, but the longest of all.</summary>
/// <param name="Task">What is done.</param>
/// <param name="Technique">The way.</param>
/// <param name="Seconds">Its time with the table alone.</param>
/// <param name="Ratio">The same, divided by that of the first way in the same round.</param>
/// <param name="LongestSeconds">The longest transaction.</param>
/// <param name="BesideSeconds">Its time beside the writer.</param>
/// <param name="WriterP99Ms">What 99 % of the writer's statements took at most meanwhile.</param>
/// <param name="WriterLongestMs">The longest one.</param>
/// <param name="LiveMiB">The most managed memory that was in use behind a garbage collection, without what was in use before.</param>
internal sealed record QueryFigure(string Task, string Technique, double Seconds, double Ratio, double LongestSeconds, double BesideSeconds, double WriterP99Ms, double WriterLongestMs, double LiveMiB);
