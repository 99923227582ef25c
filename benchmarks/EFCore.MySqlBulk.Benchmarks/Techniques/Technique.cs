using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Techniques;

/// <summary>One way to send rows. Only <see cref="RunAsync" /> is timed.</summary>
internal abstract class Technique(TechniqueKind kind)
{
    public TechniqueKind Kind { get; } = kind;

    /// <summary>What it is called where its figures are wrong.</summary>
    public virtual string Name => Kind.ToString();

    /// <summary>Whether it needs seconds where others need milliseconds: it runs less often.</summary>
    public virtual bool IsSlow => false;

    /// <summary>What it did last, in a word; empty where there is nothing to say.</summary>
    public virtual string Detail => "";

    /// <summary>Whether it writes generated keys to the entities.</summary>
    public virtual bool WritesKeys => false;

    /// <summary>Rows that the server said its last run changed; null where nobody adds them up.</summary>
    public virtual long? RowsAffected => null;

    public virtual Task PrepareAsync(BenchUser[] users) => Task.CompletedTask;

    public abstract Task RunAsync(BenchUser[] users);

    public virtual ValueTask CleanUpAsync() => default;
}
