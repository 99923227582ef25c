namespace EFCore.MySqlBulk.Benchmarks.Data;

/// <summary>Makes rows; the same numbers always give the same rows.</summary>
internal static class UserRows
{
    private static readonly DateTime Start = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Unspecified);

    /// <summary>Rows without a key.</summary>
    public static BenchUser[] New(int count, int run) => [.. Enumerable.Range(1, count).Select(i => One(0, i, run))];

    /// <summary>Rows with the keys 1, 2, 3 and so on. Each run number gives every row different values in the columns that an update writes.</summary>
    public static BenchUser[] Keyed(int count, int run) => [.. Enumerable.Range(1, count).Select(i => One(i, i, run))];

    /// <summary>Whether two rows have the same values, apart from their keys.</summary>
    public static bool SameValues(BenchUser a, BenchUser b) =>
        (a.Name, a.Age, a.Email, a.Score, a.CreatedAt) == (b.Name, b.Age, b.Email, b.Score, b.CreatedAt);

    /// <summary>The row with a number, which decides its values.</summary>
    public static BenchUser One(long id, int number, int run) => new()
    {
        Id = id,
        Name = $"Name {number} of run {run}",
        Age = 18 + (((number * 37) + run) % 70),
        Email = $"user.{number}@mail{number % 97}.example",
        Score = (number * 0.25) + run,
        CreatedAt = Start.AddTicks(number * 1_234_567_890L / 10 * 10),
    };
}
