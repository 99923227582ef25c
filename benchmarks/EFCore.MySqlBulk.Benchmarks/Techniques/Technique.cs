using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Techniques;

/// <summary>One way to send rows. Only <see cref="RunAsync" /> is timed.</summary>
internal abstract class Technique(TechniqueKind kind)
{
    public TechniqueKind Kind { get; } = kind;

    /// <summary>Its name in messages about wrong results.</summary>
    public virtual string Name => Kind.ToString();

    /// <summary>Whether it needs seconds where others need milliseconds; then it runs less often.</summary>
    public virtual bool IsSlow => false;

    /// <summary>Whether all others are compared with it, so that it runs whatever <c>--technique</c> names.</summary>
    public virtual bool IsBaseline => false;

    /// <summary>What it did last, in one word; empty if there is nothing to say.</summary>
    public virtual string Detail => "";

    /// <summary>Whether it writes generated keys to the entities.</summary>
    public virtual bool WritesKeys => false;

    /// <summary>The number of rows that its last run changed, according to the server; null if nobody adds them up.</summary>
    public virtual long? RowsAffected => null;

    public virtual Task PrepareAsync(BenchUser[] users) => Task.CompletedTask;

    public abstract Task RunAsync(BenchUser[] users);

    public virtual ValueTask CleanUpAsync() => default;
}
