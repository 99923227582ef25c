namespace EFCore.MySqlBulk.Benchmarks.Data;

/// <summary>A row of bench_users.</summary>
internal sealed class BenchUser
{
    public long Id { get; set; }

    public string Name { get; set; } = "";

    public int Age { get; set; }

    public string Email { get; set; } = "";

    public double Score { get; set; }

    public DateTime CreatedAt { get; set; }
}
