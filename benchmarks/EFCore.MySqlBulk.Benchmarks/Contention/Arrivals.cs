using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Contention;

/// <summary>The rows that writers bring at the same time.</summary>
/// <param name="Name">What it is called in the report.</param>
/// <param name="StoredShare">The share of a call's rows that are stored already; the others are new.</param>
internal sealed record Arrivals(string Name, double StoredShare)
{
    /// <summary>The rows that are stored before the first call.</summary>
    public const int StoredRows = 2_000;

    public static readonly IReadOnlyList<Arrivals> All = [new("all new", 0), new("half of them new", 0.5), new("all stored", 1)];

    /// <summary>The rows of one call. New ones lie between those of other writers; stored ones may be another writer's too.</summary>
    /// <param name="rows">How many.</param>
    /// <param name="place">A number that no other call of the run has.</param>
    /// <param name="calls">The number of calls in the run.</param>
    public BenchUser[] RowsOf(int rows, int place, int calls)
    {
        int stored = (int)Math.Round(rows * StoredShare);
        int[] numbers = new int[StoredRows];
        for (int i = 0; i < numbers.Length; i++)
            numbers[i] = i + 1;
        Random random = new(place);
        random.Shuffle(numbers);
        return
        [
            .. numbers.Take(stored).Select(number => UserRows.One(0, number, run: place + 1)),
            .. Enumerable.Range(0, rows - stored).Select(i => UserRows.One(0, StoredRows + 1 + place + (i * calls), run: 0)),
        ];
    }
}
