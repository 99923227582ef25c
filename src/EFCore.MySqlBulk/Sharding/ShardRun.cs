using EFCore.MySqlBulk.Execution.Operations;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>One shard's part of a call.</summary>
/// <param name="shard">The shard.</param>
/// <param name="positions">The positions of its rows among all that the caller gave.</param>
internal sealed class ShardRun(object shard, IReadOnlyList<int> positions)
{
    public object Shard => shard;

    public IReadOnlyList<int> Positions => positions;

    public RequestedOperation Call { get; init; }

    /// <summary>Its number in the order of commits.</summary>
    public int Number { get; init; }

    /// <summary>The rows that it still has to get, if they are a stream's.</summary>
    public RoutedRows? Stream { get; init; }

    /// <summary>Whether it is part of a transaction of the caller's, which decides what is stored.</summary>
    public bool IsJoined { get; init; }

    public Task Work { get; set; } = Task.CompletedTask;

    public BulkResult? Result { get; set; }

    public Exception? Failure { get; set; }
}
