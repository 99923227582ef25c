using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>Compares the techniques of one operation and row count with each other.</summary>
internal static class Ratios
{
    public static IEnumerable<Measurement> Complete(IReadOnlyList<Measurement> together, IReadOnlyDictionary<TechniqueKind, int> roundTrips, IReadOnlyDictionary<TechniqueKind, long> peaks)
    {
        double? floor = MedianOf(together, TechniqueKind.Floor);
        double? saveChanges = MedianOf(together, TechniqueKind.SaveChanges);
        return together.Select(m => m with
        {
            TimesFloor = m.MedianMs / floor,
            TimesSaveChanges = m.MedianMs / saveChanges,
            RoundTrips = roundTrips.TryGetValue(m.Technique, out int count) ? count : null,
            PeakBytes = peaks.TryGetValue(m.Technique, out long bytes) ? bytes : null,
        });
    }

    private static double? MedianOf(IReadOnlyList<Measurement> together, TechniqueKind kind) => together.FirstOrDefault(m => m.Technique == kind)?.MedianMs;
}
