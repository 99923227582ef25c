using System.Diagnostics;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Planning.Selection;

/// <summary>Decides whether the statements of a call are pipelined, once and before any strategy: one ordered list of rules, a pure function of the facts. A table of docs/strategies.md is generated
/// from it.</summary>
internal static class PipeliningSelector
{
    /// <summary>The rules, in order.</summary>
    public static IReadOnlyList<PipeliningRule> Rules { get; } =
    [
        new(false, "BulkOptions.Pipelining is Never", f => f.ForcedPipelining == BulkPipelining.Never),
        new(false, "fewer than 100 rows", f => !f.AsksForPipelining && !f.HasRows(Thresholds.PipelinedExecuteRows)),
        new(false, "an obstacle, see below", f => !f.Pipelining.CanPipeline) { Says = f => f.Pipelining.Refusal ?? "it cannot be pipelined" },
        new(true, "each row is a statement of its own, with many in flight", f => f.RowsGoAlone),
        new(false, "the other driver supports PipelinedArrayBatch only", f => f.Pipelining.ArrayBatchesOnly),
        new(false, "the requested strategy sends commands of the driver", f => f.Forced?.NeedsDriver() == true),
        new(true, "it was requested", f => f.AsksForPipelining),
        new(false, "fewer than 5,000 deleted rows", f => f.Operation == BulkOperation.Delete && !f.HasRows(Thresholds.PipelinedDeleteRows)),
        new(true, "3,000 rows or more", f => f.HasRows(Thresholds.PipelinedSetRows)),
        new(true, "1,000 rows or more, and a long statement would stall", f => !f.Pipelining.LongStatements && f.HasRows(Thresholds.StallingSetRows)),
        new(false, "fewer than 3,000 rows", _ => true),
    ];

    /// <summary>The choice of the first rule that applies.</summary>
    /// <exception cref="InvalidOperationException">The caller has forced pipelining, and it is not possible.</exception>
    public static PipeliningChoice Select(in SelectionFacts facts)
    {
        foreach (PipeliningRule rule in Rules)
        {
            if (!rule.Applies(facts))
                continue;
            string reason = rule.Says?.Invoke(facts) ?? rule.Reason;
            return rule.Pipelines ? new(true, reason) : Refused(facts, reason);
        }

        throw new UnreachableException($"No rule for {facts.Operation}.");
    }

    /// <summary>No pipelining, because it is not possible.</summary>
    /// <exception cref="InvalidOperationException">The caller has forced it.</exception>
    public static PipeliningChoice Refused(in SelectionFacts facts, string reason)
        => facts.ForcedPipelining != BulkPipelining.Always ? new(false, reason)
        : throw new InvalidOperationException(facts.IsParallel ? $"BulkStrategyOptions.Connections above 1 is not possible: {reason}." : $"BulkOptions.Pipelining = Always is not possible: {reason}.");

    /// <summary>Whether options and number of rows leave the decision open; otherwise the connection need not be examined.</summary>
    public static bool IsOpen(ResolvedOptions options, long? rows)
        => options.Pipelining != BulkPipelining.Never && (options.AsksForPipelining || rows is null or >= Thresholds.PipelinedExecuteRows);
}
