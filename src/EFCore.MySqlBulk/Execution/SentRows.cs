using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Rows that the server has accepted.</summary>
/// <param name="Plan">The plan by which they were sent.</param>
/// <param name="Rows">The rows.</param>
/// <param name="Outcome">The server's answer.</param>
internal sealed record SentRows(BulkPlan Plan, ReadOnlyMemory<BulkRow> Rows, StatementOutcome Outcome)
{
    /// <summary>The keys that were generated for them; empty if they were not requested.</summary>
    public long[] Keys()
        => Outcome.Rows is { } each ? each.Keys
            : !Plan.ReturnsKeys ? []
            : [.. Enumerable.Range(0, Rows.Length).Select(i => Outcome.FirstGeneratedKey + ((long)i * Plan.Session.AutoIncrementIncrement))];
}
