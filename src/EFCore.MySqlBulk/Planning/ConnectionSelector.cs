namespace EFCore.MySqlBulk.Planning;

/// <summary>Chooses the connection that the rows of a call go over, once and before any strategy: one ordered list of rules, a pure function of the facts.
/// A table of docs/strategies.md is generated from it.</summary>
internal static class ConnectionSelector
{
    /// <summary>The rules, in order.</summary>
    public static IReadOnlyList<ConnectionRule> Rules { get; } =
    [
        new(BulkConnection.Context, "BulkOptions.Connection is Context", f => f.ForcedConnection == BulkConnection.Context),
        new(BulkConnection.Context, "fewer than 100 rows", f => !f.AsksForOwnConnection && !HasRows(f.RowCount, Thresholds.PipelinedExecuteRows)),
        new(BulkConnection.Context, "an obstacle, see below", f => !f.Connection.CanOpenOwn) { Says = f => f.Connection.Refusal ?? "it cannot have a connection of its own" },
        new(BulkConnection.Own, "each row is a statement of its own, with many in flight", f => f.RowsGoAlone),
        new(BulkConnection.Context, "the other driver supports PipelinedArrayBatch only", f => f.Connection.ArrayBatchesOnly),
        new(BulkConnection.Context, "the requested strategy works on the context's connection", f => f.Forced?.NeedsContextConnection() == true),
        new(BulkConnection.Own, "it was requested", f => f.AsksForOwnConnection),
        new(BulkConnection.Own, "2,000 rows or more", f => HasRows(f.RowCount, Thresholds.OwnConnectionRows)),
        new(BulkConnection.Context, "fewer than 2,000 rows", _ => true),
    ];

    /// <summary>The choice of the first rule that applies.</summary>
    /// <exception cref="NotSupportedException">The caller insists on the operation's own connection, and there cannot be one.</exception>
    public static ConnectionChoice Select(in SelectionFacts facts)
    {
        foreach (ConnectionRule rule in Rules)
        {
            if (!rule.Applies(facts))
                continue;
            string reason = rule.Says?.Invoke(facts) ?? rule.Reason;
            return rule.Connection == BulkConnection.Own ? new(true, reason) : Refused(facts, reason);
        }

        throw new InvalidOperationException($"No rule for {facts.Operation}.");
    }

    /// <summary>The context's connection, because there cannot be another one.</summary>
    /// <exception cref="NotSupportedException">The caller insists on the operation's own connection.</exception>
    public static ConnectionChoice Refused(in SelectionFacts facts, string reason)
        => facts.ForcedConnection != BulkConnection.Own ? new(false, reason)
        : throw new NotSupportedException(facts.IsParallel ? $"BulkOptions.Connections above 1 is not possible: {reason}." : $"BulkOptions.Connection = Own is not possible: {reason}.");

    /// <summary>Options and rows leave open whether the operation gets its own connection; otherwise nothing needs to be found out for it.</summary>
    public static bool IsOpen(ResolvedOptions options, long? rows)
        => options.Connection != BulkConnection.Context && (options.AsksForOwnConnection || HasRows(rows, Thresholds.PipelinedExecuteRows));

    /// <summary>The operation will probably get its own connection, so that it is worth reading the settings that it takes over from the context's session.</summary>
    public static bool IsLikelyOwn(ResolvedOptions options, long? rows, bool runsRowByRow)
        => IsOpen(options, rows)
            && (options.AsksForOwnConnection || runsRowByRow || HasRows(rows, Thresholds.OwnConnectionRows));

    private static bool HasRows(long? rows, int least) => rows is null || rows >= least;
}
