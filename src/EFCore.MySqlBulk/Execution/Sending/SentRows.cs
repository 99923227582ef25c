using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Execution.Sending;

/// <summary>Rows that the server has accepted.</summary>
/// <param name="Rules">The rules of their statement.</param>
/// <param name="Plan">The plan by which they were sent.</param>
/// <param name="Rows">The rows.</param>
/// <param name="Outcome">The statement's outcome.</param>
internal sealed record SentRows(StatementRules Rules, BulkPlan Plan, ReadOnlyMemory<BulkRow> Rows, StatementOutcome Outcome)
{
    /// <summary>The keys that were generated for them; empty if they were not requested.</summary>
    public long[] Keys()
        => Outcome.Rows is { } each ? each.Keys
            : !Plan.ReturnsKeys ? []
            : [.. Enumerable.Range(0, Rows.Length).Select(i => Outcome.KeyAt(i, Plan.Session.AutoIncrementIncrement))];
}

/// <summary>How stored rows were sent.</summary>
internal enum SentHow
{
    /// <summary>In statements of several rows.</summary>
    Together,

    /// <summary>The same, before a statement that was refused, which may have taken generated keys.</summary>
    BeforeRefused,

    /// <summary>Each in a statement of its own, whose answer has its key.</summary>
    Alone,
}
