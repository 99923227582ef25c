namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>A row of bench_people and another one of bench_employees, with the same key: a table per type.</summary>
internal sealed class BenchEmployee : BenchPerson
{
    public int Age { get; set; }

    public double Score { get; set; }
}
