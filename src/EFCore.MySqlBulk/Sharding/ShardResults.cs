using System.Globalization;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>The result of a call on several shards.</summary>
internal static class ShardResults
{
    public static BulkResult Sum(IReadOnlyList<ShardRun> runs, bool isAtomic, TimeSpan elapsed)
    {
        if (runs.Count == 0)
            return new() { Reason = "no rows", Elapsed = elapsed };
        BulkResult[] each = [.. runs.Select(run => run.Result!)];
        BulkResult first = each.FirstOrDefault(result => result.Strategy != BulkStrategy.None) ?? each[0];
        string[] reasons = [.. each.Select(result => result.Reason).Distinct()];
        return each.Where(result => !ReferenceEquals(result, first)).Aggregate(first, (sum, result) => sum.Plus(result)) with
        {
            Reason = string.Create(CultureInfo.InvariantCulture, $"{(runs.Count == 1 ? "1 shard" : $"{runs.Count} shards")}: {string.Join("; ", reasons)}"),
            IsPipelined = each.Any(result => result.IsPipelined),
            PipeliningReason = string.Join("; ", each.Select(result => result.PipeliningReason).Where(reason => reason.Length > 0).Distinct()),
            Warnings = [.. runs.SelectMany(run => run.Result!.Warnings.Select(warning => $"Shard '{run.Shard}': {warning}"))],
            IsAtomic = isAtomic || (runs.Count == 1 && first.IsAtomic),
            Connections = each.Sum(result => result.Connections),
            Elapsed = elapsed,
        };
    }
}
