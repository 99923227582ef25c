using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>The measured runs of one technique.</summary>
internal sealed record Series(Technique Technique, IReadOnlyList<Sample> Samples);
