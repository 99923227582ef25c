using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>What SaveChanges, or an insert of graphs, does: the entities that are made from rows, how they are tracked, and what must be stored afterwards.</summary>
internal abstract class SaveOperation(BenchDatabase database)
{
    protected BenchDatabase Database { get; } = database;

    public abstract string Name { get; }

    /// <summary>The number of rows in the table before a run.</summary>
    public virtual int TableRows => 0;

    /// <summary>Whether tracking is timed as well, in runs of its own.</summary>
    public virtual bool TimesTracking => false;

    /// <summary>How many rows SaveChanges counts for each of ours.</summary>
    public virtual int CountedPerRow => 1;

    /// <summary>How many rows BulkInsert counts for so many of ours.</summary>
    public virtual int InsertedOf(int rows) => rows;

    public virtual Task LoadAsync() => Task.CompletedTask;

    /// <summary>Brings the tables to their state before a run and makes the rows for it.</summary>
    public abstract Task<BenchUser[]> PrepareAsync(int count, int run);

    /// <summary>Makes the entities, in an array of their own type.</summary>
    public abstract object[] EntitiesOf(BenchUser[] rows);

    public virtual void Track(SavingContext context, object[] entities) => context.AddRange(entities);

    /// <summary>Writes the keys of the entities to their rows.</summary>
    public abstract void TakeKeys(object[] entities, BenchUser[] rows);

    /// <summary>Compares the stored rows with the expected ones, and their keys with those of the entities.</summary>
    public abstract Task VerifyAsync(BenchUser[] rows, Technique technique);

    protected static void Require(bool isTrue, Technique technique, string what)
    {
        if (!isTrue)
            throw new WrongOutcomeException($"{technique.Name}: {what}");
    }
}
