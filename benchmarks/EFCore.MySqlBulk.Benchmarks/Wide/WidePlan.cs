namespace EFCore.MySqlBulk.Benchmarks.Wide;

/// <summary>How much is written and read.</summary>
/// <param name="Rows">The rows of the table.</param>
/// <param name="InsertRows">The rows of an insert.</param>
/// <param name="UpdateRows">The rows of an update.</param>
/// <param name="Updates">The updates by one writer, and by all of several.</param>
/// <param name="Reads">The reads.</param>
internal sealed record WidePlan(int Rows, int InsertRows, int UpdateRows, int Updates, IReadOnlyList<WideRead> Reads)
{
    /// <summary>How many write at the same time, after one has written alone.</summary>
    public const int Writers = 12;

    /// <summary>Fewer would not give each writer a batch.</summary>
    public const int FewestRows = Writers * 50_000;

    public const int MostRows = 20_000_000;

    private const int UsualRows = 3_500_000;
    private const int UsualUpdates = 9 * Writers;

    public static WidePlan Of(Arguments arguments) => arguments.IsQuick
        ? new(24_000, 1_000, 600, 24, [new(1_000, 10, 2), new(4_000, 13, 2), new(8_000, 15, 1)])
        : new(arguments.Rows?[0] ?? UsualRows, 50_000, 30_000, UpdatesOf(arguments), [new(50_000, 10, 10), new(200_000, 13, 2), new(400_000, 15, 1)]);

    // Several writers make as many each.
    private static int UpdatesOf(Arguments arguments) => arguments.Rounds is { } rounds ? rounds * Writers : UsualUpdates;
}
