namespace EFCore.MySqlBulk.Planning;

/// <summary>Chooses how rows travel over the connection that was chosen: one ordered list of rules, a pure function of the facts. docs/strategies.md is made from it.</summary>
internal static class StrategySelector
{
    private const string OtherDriver = "the other driver takes array batches only, and other rows of the call need its connection";

    /// <summary>The rules, in order. One whose strategy does not work on the chosen connection is passed over.</summary>
    public static IReadOnlyList<StrategyRule> Rules { get; } =
    [
        new(BulkOperation.Insert, BulkStrategy.RowByRow, "one row", f => f.Rows == 1),
        new(BulkOperation.Insert, BulkStrategy.PipelinedArrayBatch, "a trigger sets the keys, and each row's own answer names its key",
            f => f.KeysWanted && f.KeysByTrigger),
        new(BulkOperation.Insert, BulkStrategy.RowByRow, "a trigger sets the keys, so each is asked for", f => f.KeysWanted && f.KeysByTrigger),
        new(BulkOperation.Insert, BulkStrategy.PipelinedArrayBatch, "the table's engine takes nothing back, and each row's own answer names its key",
            f => f.KeysWanted && f.NothingTakenBack),
        new(BulkOperation.Insert, BulkStrategy.RowByRow, "the table's engine takes nothing back, so each key is asked for", f => f.KeysWanted && f.NothingTakenBack),
        new(BulkOperation.Insert, BulkStrategy.PipelinedArrayBatch, OtherDriver, f => f.Connection.ArrayBatchesOnly),
        new(BulkOperation.Insert, BulkStrategy.RowByRow, "this server's generated keys cannot be computed, so each is asked for",
            f => f.KeysWanted && !f.Server.HasConsecutiveKeys),
        new(BulkOperation.Insert, BulkStrategy.MultiRowValues, "some values may be the column's default, which no parameter can say", f => f.DefaultCells),
        new(BulkOperation.Insert, BulkStrategy.PipelinedArrayBatch, "MariaDB takes many rows in one execution, and no keys are asked for",
            f => f.Server.Flavor == ServerFlavor.MariaDb && !f.KeysWanted && f.Rows is null or >= Thresholds.OwnConnectionRows),
        new(BulkOperation.Insert, BulkStrategy.PreparedMultiRow, "2,000 rows or more: preparing pays", f => f.Rows is null or >= Thresholds.PreparedFromRows),
        new(BulkOperation.Insert, BulkStrategy.MultiRowValues, "fewer than 2,000 rows: literals need no preparing", _ => true),

        new(BulkOperation.Update, BulkStrategy.RowByRow, "one row", f => f.Rows == 1),
        new(BulkOperation.Update, BulkStrategy.PipelinedArrayBatch, "sql_safe_updates: MariaDB refuses joins, so each row goes by its key, many in flight", f => f.RefusesJoins),
        new(BulkOperation.Update, BulkStrategy.PipelinedArrayBatch, OtherDriver, f => f.Connection.ArrayBatchesOnly),
        new(BulkOperation.Update, BulkStrategy.MultiStatement, "sql_safe_updates: MariaDB refuses joins, so each row goes by its key",
            f => f.RefusesJoins && f.Connection.SeveralStatements),
        new(BulkOperation.Update, BulkStrategy.RowByRow, "sql_safe_updates: MariaDB refuses joins, and no more than one statement may go in a command", f => f.RefusesJoins),
        new(BulkOperation.Update, BulkStrategy.PreparedValuesJoin, "2,000 rows or more on MySQL 9: preparing pays",
            f => f.Server.HasPreparedValuesRow && f.Rows is null or >= Thresholds.PreparedFromRows),
        new(BulkOperation.Update, BulkStrategy.ValuesJoin, "each row has its own values, and the list is best written as literals", _ => true),

        new(BulkOperation.Delete, BulkStrategy.RowByRow, "one row", f => f.Rows == 1),
        new(BulkOperation.Delete, BulkStrategy.PipelinedArrayBatch, OtherDriver, f => f.Connection.ArrayBatchesOnly && !(f.RefusesJoins && f.Tokens)),
        new(BulkOperation.Delete, BulkStrategy.KeyList, "sql_safe_updates: MariaDB refuses joins, and goes through a list of keys by their index", f => f.RefusesJoins && !f.Tokens),
        new(BulkOperation.Delete, BulkStrategy.PipelinedArrayBatch, "sql_safe_updates: MariaDB refuses joins, so each row goes by its key and tokens, many in flight", f => f.RefusesJoins),
        new(BulkOperation.Delete, BulkStrategy.MultiStatement, "sql_safe_updates: MariaDB refuses joins, so each row goes by its key and tokens",
            f => f.RefusesJoins && f.Connection.SeveralStatements),
        new(BulkOperation.Delete, BulkStrategy.RowByRow, "sql_safe_updates: MariaDB refuses joins, and no more than one statement may go in a command", f => f.RefusesJoins),
        new(BulkOperation.Delete, BulkStrategy.PreparedValuesJoin, "concurrency tokens, 2,000 rows or more on MySQL 9: preparing pays",
            f => f.Tokens && f.Server.HasPreparedValuesRow && f.Rows is null or >= Thresholds.PreparedFromRows),
        new(BulkOperation.Delete, BulkStrategy.ValuesJoin, "rows are matched by concurrency tokens too, which no key list can say", f => f.Tokens),
        new(BulkOperation.Delete, BulkStrategy.ValuesJoin, "MariaDB may read the whole table for a list of keys, and lock it",
            f => f.Server.Flavor == ServerFlavor.MariaDb),
        new(BulkOperation.Delete, BulkStrategy.ValuesJoin, "several connections: the server may read a small table as a whole for a list of keys, and lock what the others delete",
            f => f.IsParallel),
        new(BulkOperation.Delete, BulkStrategy.KeyList, "several rows by their keys", _ => true),

        new(BulkOperation.Execute, BulkStrategy.RowByRow, "one row", f => f.Rows == 1),
        new(BulkOperation.Execute, BulkStrategy.PipelinedArrayBatch, "100 rows or more: executions in flight, on a connection of its own", _ => true),
        new(BulkOperation.Execute, BulkStrategy.RowByRow, "no more than one statement may go in a command", f => !f.Connection.SeveralStatements),
        new(BulkOperation.Execute, BulkStrategy.MultiStatement, "fewer than 100 rows: no connection of its own is opened for them", f => f.Rows < Thresholds.PipelinedExecuteRows),
        new(BulkOperation.Execute, BulkStrategy.MultiStatement, "on the context's connection", _ => true),
    ];

    /// <summary>The first rule that applies, or the forced strategy.</summary>
    /// <exception cref="NotSupportedException">The forced strategy cannot do the job; the message says why.</exception>
    public static StrategyChoice Select(in SelectionFacts facts)
    {
        if (facts.Forced is { } forced)
        {
            return Refusal(forced, facts) is { } reason
                ? throw new NotSupportedException($"BulkOptions.Strategy = {forced} cannot do this {facts.Operation}: {reason}.")
                : WithConnection(forced, "forced by BulkOptions.Strategy", facts);
        }

        foreach (StrategyRule rule in Rules)
        {
            if (rule.Operation == facts.Operation && rule.Strategy.WorksOn(facts.Chosen) && rule.Applies(facts))
                return WithConnection(rule.Strategy, rule.Reason, facts);
        }

        throw new InvalidOperationException($"No rule for {facts.Operation}.");
    }

    private static StrategyChoice WithConnection(BulkStrategy strategy, string reason, in SelectionFacts facts)
        => facts.Chosen.IsOwn ? new(strategy, strategy.NeedsOwnConnection() ? reason : reason + "; statements in flight on a connection of its own", OwnConnection: true)
        : facts.Operation == BulkOperation.Execute && facts.Rows is null or >= Thresholds.PipelinedExecuteRows ? new(strategy, $"{reason}: {facts.Chosen.Reason}")
        : new(strategy, reason);

    /// <summary>Why a strategy cannot do the job, or <see langword="null" /> when it can.</summary>
    public static string? Refusal(BulkStrategy strategy, in SelectionFacts facts) => strategy switch
    {
        BulkStrategy.RowByRow => null,
        BulkStrategy.MultiStatement when !facts.Connection.SeveralStatements => "no more than one statement may go in a command",
        BulkStrategy.MultiStatement when facts.KeysWanted && facts.KeysByTrigger => "a trigger sets the keys, which LAST_INSERT_ID() does not tell",
        BulkStrategy.MultiStatement => null,
        BulkStrategy.PipelinedArrayBatch when !facts.Chosen.IsOwn => facts.Chosen.Reason,
        BulkStrategy.PipelinedArrayBatch => null,
        _ when facts.Operation == BulkOperation.Execute => "it makes its own statement",
        BulkStrategy.MultiRowValues or BulkStrategy.PreparedMultiRow when facts.Operation != BulkOperation.Insert => "it inserts",
        BulkStrategy.MultiRowValues => KeysRefusal(facts),
        BulkStrategy.PreparedMultiRow when facts.DefaultCells => "some values may be the column's default, which no parameter can say",
        BulkStrategy.PreparedMultiRow => KeysRefusal(facts),
        BulkStrategy.ValuesJoin or BulkStrategy.PreparedValuesJoin or BulkStrategy.KeyList when facts.Operation == BulkOperation.Insert => "it finds rows that exist",
        BulkStrategy.ValuesJoin when facts.RefusesJoins => "sql_safe_updates is set, and MariaDB takes a join with a list for a change without a key",
        BulkStrategy.ValuesJoin => null,
        BulkStrategy.PreparedValuesJoin when !facts.Server.HasPreparedValuesRow => "it needs MySQL 9; elsewhere the list's column types come from its first row",
        BulkStrategy.PreparedValuesJoin => null,
        BulkStrategy.KeyList when facts.Operation == BulkOperation.Update => "each row has its own values",
        BulkStrategy.KeyList when facts.Tokens => "rows are matched by concurrency tokens too",
        BulkStrategy.KeyList => null,
        _ => "it is no strategy to ask for",
    };

    private static string? KeysRefusal(in SelectionFacts facts)
        => !facts.KeysWanted ? null
        : facts.KeysByTrigger ? "a trigger sets the keys, which a statement per row must ask for"
        : facts.NothingTakenBack ? "the table's engine takes nothing back, so keys are asked for by a statement per row"
        : !facts.Server.HasConsecutiveKeys ? "this server's generated keys cannot be computed, which a statement per row must ask for"
        : null;
}
