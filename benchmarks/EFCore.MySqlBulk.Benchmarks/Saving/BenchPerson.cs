namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>A row of bench_people.</summary>
internal abstract class BenchPerson
{
    public long Id { get; set; }

    public string Name { get; set; } = "";

    public string Email { get; set; } = "";

    public DateTime CreatedAt { get; set; }
}
