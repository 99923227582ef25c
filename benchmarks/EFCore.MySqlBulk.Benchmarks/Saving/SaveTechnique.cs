using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>SaveChanges, by the provider or in bulk, of entities that new contexts track: as many contexts as its rows fill, one after another.</summary>
internal sealed class SaveTechnique(SavingDatabase database, SaveOperation operation, int rowsPerSave, bool isBulk, bool timesTracking)
    : Technique(isBulk ? TechniqueKind.Bulk : TechniqueKind.SaveChanges)
{
    private Save[] _saves = [];
    private long _counted;

    public override string Name => (timesTracking ? "AddRange and SaveChanges" : "SaveChanges") + (isBulk ? " in bulk" : "");

    public bool IsBulk => isBulk;

    public bool TimesTracking => timesTracking;

    public override bool IsSlow => !isBulk;

    public override bool WritesKeys => true;

    public override long? RowsAffected => _counted / operation.CountedPerRow;

    public override Task PrepareAsync(BenchUser[] users)
    {
        _counted = 0;
        _saves = [.. users.Chunk(rowsPerSave).Select(rows => new Save(rows, operation.EntitiesOf(rows)))];
        if (!timesTracking)
            Array.ForEach(_saves, Track);
        return Task.CompletedTask;
    }

    public override async Task RunAsync(BenchUser[] users)
    {
        foreach (Save save in _saves)
        {
            if (timesTracking)
                Track(save);
            _counted += await save.Context!.SaveChangesAsync();
        }
    }

    public override async ValueTask CleanUpAsync()
    {
        foreach (Save save in _saves)
        {
            bool isAccepted = save.Context!.ChangeTracker.Entries().All(entry => entry.State == EntityState.Unchanged);
            if (!isAccepted)
                throw new WrongOutcomeException($"{Name}: SaveChanges has left entities that are not accepted");
            operation.TakeKeys(save.Entities, save.Rows);
            await save.Context.DisposeAsync();
        }
        _saves = [];
    }

    private void Track(Save save)
    {
        save.Context = database.Context(isBulk);
        operation.Track(save.Context, save.Entities);
    }

    private sealed class Save(BenchUser[] rows, object[] entities)
    {
        public BenchUser[] Rows => rows;

        public object[] Entities => entities;

        public SavingContext? Context { get; set; }
    }
}
