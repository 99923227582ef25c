using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>An operation, by plain SaveChanges and in bulk.</summary>
internal sealed class SaveWorkload(SavingDatabase database, SaveOperation operation) : Workload(database.Tables)
{
    public override string Name => operation.Name;

    public override int TableRows => operation.TableRows;

    /// <summary>How many rows each context saves.</summary>
    public int RowsPerSave { get; set; }

    public override IReadOnlyList<Technique> Techniques =>
    [
        Way(isBulk: false, timesTracking: false),
        Way(isBulk: true, timesTracking: false),
        .. operation.TimesTracking ? [Way(isBulk: false, timesTracking: true), Way(isBulk: true, timesTracking: true)] : Array.Empty<Technique>(),
    ];

    public override Task LoadAsync() => operation.LoadAsync();

    public override Task<BenchUser[]> PrepareAsync(int count, int run) => operation.PrepareAsync(count, run);

    public override Task VerifyAsync(BenchUser[] users, Technique technique) => operation.VerifyAsync(users, technique);

    private SaveTechnique Way(bool isBulk, bool timesTracking) => new(database, operation, RowsPerSave, isBulk, timesTracking);
}
