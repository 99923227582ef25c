using System.Diagnostics;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>Chooses the strategy: one ordered list of rules, a pure function of the facts. A table of docs/strategies.md is generated from it.</summary>
internal static class StrategySelector
{
    private const string UnpreparedValues = "only the driver knows how to send some of the values, and a prepared statement may not carry them";

    /// <summary>The rules, in order. A rule whose strategy does not work with, or without, pipelining, as chosen, is skipped.</summary>
    public static IReadOnlyList<StrategyRule> Rules { get; } =
    [
        new(BulkOperation.Insert, BulkStrategy.RowByRow, "one row", f => f.RowCount == 1),
        new(BulkOperation.Insert, BulkStrategy.PipelinedArrayBatch, "a trigger sets the keys, and the answer to each row's statement reports its key",
            f => f.KeysWanted && f.KeysByTrigger),
        new(BulkOperation.Insert, BulkStrategy.RowByRow, "a trigger sets the keys, so each row is inserted on its own to learn its key", f => f.KeysWanted && f.KeysByTrigger),
        new(BulkOperation.Insert, BulkStrategy.PipelinedArrayBatch, "the storage engine cannot roll back, and the answer to each row's statement reports its key",
            f => f.KeysWanted && f.NothingRolledBack),
        new(BulkOperation.Insert, BulkStrategy.RowByRow, "the storage engine cannot roll back, so each row is inserted on its own to learn its key", f => f.KeysWanted && f.NothingRolledBack),
        new(BulkOperation.Insert, BulkStrategy.PipelinedArrayBatch, SelectionFacts.OtherDriver, f => f.Pipelining.ArrayBatchesOnly),
        new(BulkOperation.Insert, BulkStrategy.RowByRow, "this server's generated keys cannot be computed, so each row is inserted on its own to learn its key",
            f => f.KeysWanted && !f.Server.HasConsecutiveKeys),
        new(BulkOperation.Insert, BulkStrategy.MultiRowValues, "some values may be the column's default, which a parameter cannot express", f => f.DefaultCells),
        new(BulkOperation.Insert, BulkStrategy.MultiRowValues, UnpreparedValues, f => f.UnpreparedValues),
        new(BulkOperation.Insert, BulkStrategy.LoadData, "UseMySqlBulk allows LOAD DATA, which is the fastest way into MySQL", f => f.GoesByLoadData),
        new(BulkOperation.Insert, BulkStrategy.MultiRowValues, "fewer than 2,000 rows, or 1,000 in flight: literals need no prepared statement",
            f => !f.HasRows(f.Chosen.IsPipelined ? Thresholds.PreparedInFlightFromRows : Thresholds.PreparedFromRows)),
        new(BulkOperation.Insert, BulkStrategy.PreparedMultiRow, "2,000 rows or more, or 1,000 in flight: preparing pays off", f => f.Chosen.IsPipelined || !f.Pipelining.LongStatements),
        new(BulkOperation.Insert, BulkStrategy.MultiRowValues, "each statement is answered before the next: few long ones of literals cost fewer round trips", _ => true),

        new(BulkOperation.Update, BulkStrategy.RowByRow, "one row", f => f.RowCount == 1),
        new(BulkOperation.Update, BulkStrategy.PipelinedArrayBatch, "sql_safe_updates is on: MariaDB refuses joins, so each row is updated by its key, with many statements in flight", f => f.RefusesJoins),
        new(BulkOperation.Update, BulkStrategy.PipelinedArrayBatch, SelectionFacts.OtherDriver, f => f.Pipelining.ArrayBatchesOnly),
        new(BulkOperation.Update, BulkStrategy.MultiStatement, "sql_safe_updates is on: MariaDB refuses joins, so each row is updated by its key",
            f => f.RefusesJoins && f.Pipelining.SeveralStatements),
        new(BulkOperation.Update, BulkStrategy.RowByRow, "sql_safe_updates is on: MariaDB refuses joins, and the connection accepts only one statement per command", f => f.RefusesJoins),
        new(BulkOperation.Update, BulkStrategy.ValuesJoin, "each row has its own values, which are best sent as a list of literals", _ => true),

        new(BulkOperation.Delete, BulkStrategy.RowByRow, "one row", f => f.RowCount == 1),
        new(BulkOperation.Delete, BulkStrategy.PipelinedArrayBatch, SelectionFacts.OtherDriver, f => f.Pipelining.ArrayBatchesOnly && !(f.RefusesJoins && f.ConcurrencyTokens)),
        new(BulkOperation.Delete, BulkStrategy.KeyList, "sql_safe_updates is on: MariaDB refuses joins, but looks a list of keys up by its index", f => f.RefusesJoins && !f.ConcurrencyTokens),
        new(BulkOperation.Delete, BulkStrategy.PipelinedArrayBatch, "sql_safe_updates is on: MariaDB refuses joins, so each row is deleted by its key and concurrency tokens, with many statements in flight", f => f.RefusesJoins),
        new(BulkOperation.Delete, BulkStrategy.MultiStatement, "sql_safe_updates is on: MariaDB refuses joins, so each row is deleted by its key and concurrency tokens",
            f => f.RefusesJoins && f.Pipelining.SeveralStatements),
        new(BulkOperation.Delete, BulkStrategy.RowByRow, "sql_safe_updates is on: MariaDB refuses joins, and the connection accepts only one statement per command", f => f.RefusesJoins),
        new(BulkOperation.Delete, BulkStrategy.ValuesJoin, "rows are matched by concurrency tokens too, which a list of keys cannot express", f => f.ConcurrencyTokens),
        new(BulkOperation.Delete, BulkStrategy.ValuesJoin, "MariaDB may scan and lock the whole table for a list of keys",
            f => f.Server.Flavor == ServerFlavor.MariaDb),
        new(BulkOperation.Delete, BulkStrategy.ValuesJoin, "several connections: for a list of keys the server may scan a small table and lock the rows that the others delete",
            f => f.IsParallel),
        new(BulkOperation.Delete, BulkStrategy.KeyList, "several rows are deleted by their keys", _ => true),

        new(BulkOperation.Execute, BulkStrategy.RowByRow, "one row", f => f.RowCount == 1),
        new(BulkOperation.Execute, BulkStrategy.PipelinedArrayBatch, "100 rows or more: many executions in flight", _ => true),
        new(BulkOperation.Execute, BulkStrategy.RowByRow, "the connection accepts only one statement per command", f => !f.Pipelining.SeveralStatements),
        new(BulkOperation.Execute, BulkStrategy.MultiStatement, "fewer than 100 rows: too few for a prepared statement", f => f.RowCount < Thresholds.PipelinedExecuteRows),
        new(BulkOperation.Execute, BulkStrategy.MultiStatement, "many statements in one command of the driver", _ => true),
    ];

    /// <summary>The first rule that applies, or the forced strategy.</summary>
    /// <exception cref="InvalidOperationException">The forced strategy is not possible; the message says why.</exception>
    public static StrategyChoice Select(in SelectionFacts facts)
    {
        if (facts.Forced is { } forced)
        {
            return Refusal(forced, facts) is { } reason
                ? throw new InvalidOperationException($"BulkStrategyOptions.Strategy = {forced} is not possible for this {facts.Operation}: {reason}.")
                : WithPipelining(forced, "forced by BulkStrategyOptions.Strategy", facts);
        }

        foreach (StrategyRule rule in Rules)
        {
            if (rule.Operation == facts.Operation && rule.Strategy.WorksWith(facts.Chosen.IsPipelined) && rule.Applies(facts))
                return WithPipelining(rule.Strategy, rule.Reason, facts);
        }

        throw new UnreachableException($"No rule for {facts.Operation}.");
    }

    private static StrategyChoice WithPipelining(BulkStrategy strategy, string reason, in SelectionFacts facts)
        => facts.Chosen.IsPipelined ? new(strategy, strategy.NeedsPipelining() ? reason : reason + "; many statements in flight", Pipelined: true)
        : facts.Operation == BulkOperation.Execute && facts.HasRows(Thresholds.PipelinedExecuteRows) ? new(strategy, $"{reason}: {facts.Chosen.Reason}")
        : new(strategy, reason);

    /// <summary>Why a strategy is not possible, or <see langword="null" /> if it is.</summary>
    public static string? Refusal(BulkStrategy strategy, in SelectionFacts facts) => strategy switch
    {
        BulkStrategy.RowByRow => null,
        BulkStrategy.MultiStatement when !facts.Pipelining.SeveralStatements => "the connection accepts only one statement per command",
        BulkStrategy.MultiStatement when facts.KeysWanted && facts.KeysByTrigger => "a trigger sets the keys, and LAST_INSERT_ID() does not report them",
        BulkStrategy.MultiStatement => null,
        BulkStrategy.PipelinedArrayBatch when !facts.Chosen.IsPipelined => facts.Chosen.Reason,
        BulkStrategy.PipelinedArrayBatch => null,
        BulkStrategy.LoadData when facts.Operation != BulkOperation.Insert => "it can only insert",
        BulkStrategy.LoadData when !facts.Chosen.IsPipelined => facts.Chosen.Reason,
        BulkStrategy.LoadData => facts.LoadRefusal,
        _ when facts.Operation == BulkOperation.Execute => "it builds a statement of its own",
        BulkStrategy.MultiRowValues or BulkStrategy.PreparedMultiRow when facts.Operation != BulkOperation.Insert => "it can only insert",
        BulkStrategy.MultiRowValues => facts.KeysRefusal,
        BulkStrategy.PreparedMultiRow when facts.DefaultCells => "some values may be the column's default, which a parameter cannot express",
        BulkStrategy.PreparedMultiRow when facts.UnpreparedValues => UnpreparedValues,
        BulkStrategy.PreparedMultiRow => facts.KeysRefusal,
        BulkStrategy.ValuesJoin or BulkStrategy.PreparedValuesJoin or BulkStrategy.KeyList when facts.Operation == BulkOperation.Insert => "it works on rows that exist",
        BulkStrategy.ValuesJoin when facts.RefusesJoins => "sql_safe_updates is on, and MariaDB treats a join with a list as a change without a key",
        BulkStrategy.ValuesJoin => null,
        BulkStrategy.PreparedValuesJoin when !facts.Server.HasPreparedValuesRow => "it needs MySQL 9; elsewhere the list's column types come from its first row",
        BulkStrategy.PreparedValuesJoin when facts.UnpreparedValues => UnpreparedValues,
        BulkStrategy.PreparedValuesJoin => null,
        BulkStrategy.KeyList when facts.Operation == BulkOperation.Update => "each row has its own values",
        BulkStrategy.KeyList when facts.ConcurrencyTokens => "rows are matched by concurrency tokens too",
        BulkStrategy.KeyList => null,
        _ => "it is not a strategy that can be requested",
    };
}
