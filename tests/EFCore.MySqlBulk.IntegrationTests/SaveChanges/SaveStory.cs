using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges;

/// <summary>A model and changes to its entities, each saved before the next one is made.</summary>
public abstract class SaveStory
{
    /// <summary>Rows of a kind: enough for them to share statements.</summary>
    protected const int Rows = 24;

    /// <summary>The least number of runs of commands that have to go in bulk, so that no story tests the provider alone.</summary>
    public abstract int BulkRuns { get; }

    /// <summary>The number of saves that have to fail, so that no story compares failures of its own.</summary>
    public virtual int Failures => 0;

    /// <summary>SQL that is run once the tables exist.</summary>
    public virtual IReadOnlyList<string> Statements => [];

    /// <summary>Commands that the provider's own batches hold at most; 0 leaves it to the provider.</summary>
    public virtual int MaxBatchSize => 0;

    public abstract void Model(ModelBuilder model);

    public abstract IEnumerable<SaveStep> Steps();

    protected static IEnumerable<int> Numbers(int count = Rows) => Enumerable.Range(1, count);

    /// <summary>Changes entities that are tracked already.</summary>
    protected static SaveStep Then(Action<DbContext> change) => new(change, IsFresh: false);

    /// <summary>Changes entities in a context that tracks nothing yet.</summary>
    protected static SaveStep Anew(Action<DbContext> change) => new(change, IsFresh: true);
}
