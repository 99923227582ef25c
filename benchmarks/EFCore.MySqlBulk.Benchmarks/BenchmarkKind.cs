namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Which of the comparisons is made.</summary>
internal enum BenchmarkKind
{
    /// <summary>The library with SaveChanges, row by row and the server's own floor.</summary>
    Techniques,

    /// <summary>The schemes of a published report.</summary>
    Schemes,

    /// <summary>One statement of three rows, executed over and over, with the same loop in C.</summary>
    ThreeRows,
}
