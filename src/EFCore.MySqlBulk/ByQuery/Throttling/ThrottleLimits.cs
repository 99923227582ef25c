namespace EFCore.MySqlBulk.ByQuery.Throttling;

/// <summary>When a call by query waits between two batches.</summary>
/// <param name="MaxReplicaLag">The lag of a replica up to which it goes on.</param>
/// <param name="Replicas">The connection strings of the replicas.</param>
/// <param name="MaxRunningThreads">The number of threads that work on the server up to which it goes on.</param>
/// <param name="MaxWait">The time after which it fails instead of waiting longer.</param>
internal sealed record ThrottleLimits(TimeSpan? MaxReplicaLag, IReadOnlyList<string> Replicas, int? MaxRunningThreads, TimeSpan MaxWait)
{
    /// <summary>The limits in options.</summary>
    /// <exception cref="ArgumentException">An option is wrong by itself, or lacks the one that belongs to it.</exception>
    public static ThrottleLimits Of<TEntity>(BulkQueryOptions<TEntity> options)
    {
        if (options.MaxReplicaLag is { } lag && lag <= TimeSpan.Zero)
            throw new ArgumentException($"MaxReplicaLag is {lag}; it must be above zero.");
        if (options.MaxReplicaLag.HasValue != options.Replicas?.Count > 0)
            throw new ArgumentException("MaxReplicaLag and Replicas belong together: set both, or none.");
        if (options.MaxRunningThreads is < 1)
            throw new ArgumentException($"MaxRunningThreads is {options.MaxRunningThreads}; it must be 1 or more.");
        if (options.MaxWait <= TimeSpan.Zero && options.MaxWait != Timeout.InfiniteTimeSpan)
            throw new ArgumentException($"MaxWait is {options.MaxWait}; it must be above zero, or Timeout.InfiniteTimeSpan.");
        return new(options.MaxReplicaLag, options.Replicas ?? [], options.MaxRunningThreads, options.MaxWait);
    }

    /// <summary>Whether there are any.</summary>
    public bool AreSet => MaxReplicaLag is not null || MaxRunningThreads is not null;
}
