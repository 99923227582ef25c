using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Operations;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>A call, before it is split.</summary>
/// <param name="EntityType">The class of its entities.</param>
/// <param name="ShardOf">Gives a row, or a key, its shard.</param>
/// <param name="Call">Makes the call for a shard: its context, its table if the model does not name it, and its rows.</param>
internal sealed record ShardRoute<TContext, TShard>(Type EntityType, Func<object, TShard> ShardOf, Func<TContext, string?, RowSource, RequestedOperation> Call);
