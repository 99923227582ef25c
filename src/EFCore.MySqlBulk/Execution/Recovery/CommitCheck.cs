using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies.Lookups;

namespace EFCore.MySqlBulk.Execution.Recovery;

/// <summary>Finds out, by looking up its rows, whether a statement is stored if its answer or the answer to its <c>COMMIT</c> was lost.</summary>
/// <param name="rules">The rules of the statement.</param>
/// <param name="session">The context's session, which may be a new one.</param>
/// <param name="names">Quotes identifiers.</param>
/// <param name="io">The mode.</param>
internal sealed class CommitCheck(StatementRules rules, ContextSession session, QuotedNames names, IOBehavior io)
{
    // A transaction is stored completely or not at all, so a few of the rows sent last are enough.
    private const int MaxRows = 100;

    /// <returns>Whether the transaction was committed; <see langword="null" /> if that cannot be known.</returns>
    /// <param name="last">The rows sent last.</param>
    public ValueTask<bool?> FindAsync(SentRows last)
    {
        long[] keys = last.Keys();
        ReadOnlyMemory<BulkRow> rows = last.Rows[Math.Max(0, last.Rows.Length - MaxRows)..];
        return FindAsync(last.Plan, rows, keys.Length == last.Rows.Length ? keys.AsMemory(keys.Length - rows.Length) : default);
    }

    /// <summary>Whether a statement that commits by itself, and whose answer was lost, has certainly not been run: its session has ended, and its rows are as they
    /// were. The opposite cannot be shown, because the rows may have had the same values before.</summary>
    /// <param name="plan">The plan of the rows.</param>
    /// <param name="rows">The statement's rows.</param>
    public async ValueTask<bool> WasNotRunAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows) => await FindAsync(plan, rows, default).ConfigureAwait(false) == false;

    private async ValueTask<bool?> FindAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlyMemory<long> keys)
    {
        if (rules.TraceOf(plan, rows, keys.Span) is not { } trace)
            return null;
        int found = 0;
        await new RowLookup(new(session), names, io, CancellationToken.None).FindAsync(trace.Lookup, trace.Rows, (_, _) => found++).ConfigureAwait(false);
        return rules.IsStored(found, trace.Rows.Length);
    }
}
