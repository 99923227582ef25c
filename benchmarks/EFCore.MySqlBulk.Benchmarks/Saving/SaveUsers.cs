using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>Inserts, updates or deletes the rows of bench_users, in the tables of the workload that measures the library's calls.</summary>
internal sealed class SaveUsers(BenchDatabase database, string name) : SaveOperation(database)
{
    private readonly Workload _table = Workload.Create(name, LoadedTable.Rows, database);

    public override string Name => name;

    public override int TableRows => _table.TableRows;

    public override bool TimesTracking => name == "insert";

    public override Task LoadAsync() => _table.LoadAsync();

    public override Task<BenchUser[]> PrepareAsync(int count, int run) => _table.PrepareAsync(count, run);

    public override object[] EntitiesOf(BenchUser[] rows) => rows;

    public override void Track(SavingContext context, object[] entities)
    {
        switch (name)
        {
            case "update":
                UpdateWorkload.Track(context, (BenchUser[])entities);
                break;
            case "delete":
                context.RemoveRange(entities);
                break;
            default:
                context.AddRange(entities);
                break;
        }
    }

    // The rows themselves are the entities.
    public override void TakeKeys(object[] entities, BenchUser[] rows)
    {
    }

    public override Task VerifyAsync(BenchUser[] rows, Technique technique) => _table.VerifyAsync(rows, technique);
}
