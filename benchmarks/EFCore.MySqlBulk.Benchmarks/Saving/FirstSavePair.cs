namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>How many milliseconds the first save took longer than later ones, by the provider and in bulk.</summary>
internal readonly record struct FirstSavePair(double PlainMs, double BulkMs);
