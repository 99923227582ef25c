using System.Globalization;
using EFCore.MySqlBulk.Execution.Requests;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>Makes one failure of those of the shards: the first one, with what each shard has stored.</summary>
internal static class ShardFailure
{
    private const int Named = 5;

    /// <param name="cause">The first failure.</param>
    /// <param name="failed">The shard that failed; <see langword="null" /> if the rows did.</param>
    /// <param name="runs">All shards of the call.</param>
    public static Exception Of(Exception cause, ShardRun? failed, IReadOnlyList<ShardRun> runs)
    {
        BulkShardOutcome[] shards = [.. runs.Select(OutcomeOf)];
        BulkOutcome outcome = Sum(shards);
        string message = (failed is null ? cause.Message : $"Shard '{failed.Shard}': {cause.Message}") + Stored(shards.Where(each => each.Shard != failed?.Shard));
        return cause switch
        {
            BulkConcurrencyException known => new BulkConcurrencyException(message, known) { Outcome = outcome, RowsAffected = RowsOf(shards), StoredRowIndexes = StoredOf(runs), Shards = shards },
            BulkOperationException known => new BulkOperationException(message, known) { Outcome = outcome, RowsAffected = RowsOf(shards), StoredRowIndexes = StoredOf(runs), Shards = shards },
            OperationCanceledException when outcome != BulkOutcome.Nothing => new OperationCanceledException(message, cause, ((OperationCanceledException)cause).CancellationToken),
            _ when outcome == BulkOutcome.Nothing => cause,
            _ => new BulkOperationException(message, cause) { Outcome = outcome, RowsAffected = RowsOf(shards), StoredRowIndexes = StoredOf(runs), Shards = shards },
        };
    }

    /// <summary>What is stored in all shards together.</summary>
    public static BulkOutcome Sum(IReadOnlyList<BulkShardOutcome> shards)
    {
        BulkOutcome[] each = [.. shards.Select(shard => shard.Outcome).Distinct()];
        return each switch
        {
            [] => BulkOutcome.Nothing,
            [var one] => one,
            _ when each.Contains(BulkOutcome.Unknown) => BulkOutcome.Unknown,
            _ when each.Contains(BulkOutcome.All) || each.Contains(BulkOutcome.Some) => BulkOutcome.Some,
            _ => BulkOutcome.InTransaction,
        };
    }

    /// <summary>The sentences about shards that have stored something; empty if none has.</summary>
    public static string Stored(IEnumerable<BulkShardOutcome> shards)
    {
        string[] stored =
        [
            .. shards.Where(each => each.Outcome != BulkOutcome.Nothing)
                .Select(each => string.Create(CultureInfo.InvariantCulture, $"'{each.Shard}' ({each.Outcome}, {each.RowsAffected} rows)")),
        ];
        return stored.Length == 0 ? "" : $" Other shards do not have the outcome Nothing: {string.Join(", ", stored.Take(Named))}{(stored.Length > Named ? ", …" : "")}. Shards lists them all.";
    }

    /// <summary>The number of rows that are stored.</summary>
    public static long RowsOf(IEnumerable<BulkShardOutcome> shards) => shards.Where(each => each.Outcome != BulkOutcome.InTransaction).Sum(each => each.RowsAffected);

    private static BulkShardOutcome OutcomeOf(ShardRun run) => run switch
    {
        { Result: { } result } => new(run.Shard, result.Statements == 0 ? BulkOutcome.Nothing : run.IsJoined ? BulkOutcome.InTransaction : BulkOutcome.All, result.RowsAffected),
        { Failure: BulkException failure } => new(run.Shard, failure.Outcome, failure.RowsAffected),
        { Failure: OperationCanceledException failure } when failure.Data[Outcome.Key] is Outcome outcome => new(run.Shard, outcome.Stored, outcome.RowCount),
        // Other exceptions are passed on as they are only if nothing is stored.
        _ => new(run.Shard, BulkOutcome.Nothing, 0),
    };

    private static IReadOnlyList<int> StoredOf(IReadOnlyList<ShardRun> runs)
        => [.. runs.SelectMany(run => OutcomeOf(run).Outcome switch
        {
            BulkOutcome.All => run.Positions,
            BulkOutcome.Some when run.Failure is BulkException failure => failure.StoredRowIndexes,
            _ => [],
        }).Order()];
}
