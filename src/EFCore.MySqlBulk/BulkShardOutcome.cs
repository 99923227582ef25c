namespace EFCore.MySqlBulk;

/// <summary>What a failed call of <see cref="BulkShards{TContext, TShard}" /> is known to have left stored in one shard.</summary>
/// <param name="Shard">The shard, as the caller's function names it.</param>
/// <param name="Outcome">What is stored there.</param>
/// <param name="RowsAffected">The number of rows that are known to be stored there, or to be pending in the caller's transaction.</param>
public sealed record BulkShardOutcome(object Shard, BulkOutcome Outcome, long RowsAffected);
