using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Finds out whether a statement is stored whose answer, or whose <c>COMMIT</c>'s answer, was lost: by its rows, where the operation can tell by them.</summary>
/// <param name="operation">The operation.</param>
/// <param name="session">The context's session, which may be a new one.</param>
/// <param name="names">Quotes identifiers.</param>
/// <param name="io">The mode.</param>
internal sealed class CommitProof(Operation operation, ContextSession session, QuotedNames names, IOBehavior io)
{
    // A transaction is stored whole or not at all, so some of the rows sent last tell of all.
    private const int MaxRows = 100;

    /// <returns>Whether a transaction was committed; <see langword="null" /> where that cannot be told.</returns>
    /// <param name="last">The rows sent last.</param>
    public ValueTask<bool?> FindAsync(SentRows last)
    {
        long[] keys = last.Keys();
        ReadOnlyMemory<BulkRow> rows = last.Rows[Math.Max(0, last.Rows.Length - MaxRows)..];
        return FindAsync(last.Plan, rows, keys.Length == last.Rows.Length ? keys.AsMemory(keys.Length - rows.Length) : default);
    }

    /// <summary>Whether a statement that commits by itself, and whose answer was lost, has surely not been run: its session has ended, and its rows are as they
    /// were. That it was run cannot be told: the rows may have been as they are now.</summary>
    /// <param name="plan">The plan of the rows.</param>
    /// <param name="rows">The statement's rows.</param>
    public async ValueTask<bool> WasNotRunAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows) => await FindAsync(plan, rows, default).ConfigureAwait(false) == false;

    private async ValueTask<bool?> FindAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlyMemory<long> keys)
    {
        if (operation.TraceOf(plan, rows, keys.Span) is not { } trace)
            return null;
        int found = 0;
        await new RowLookup(new(session, null), names, io, CancellationToken.None).FindAsync(trace.Lookup, trace.Rows, (_, _) => found++).ConfigureAwait(false);
        return operation.IsStored(found, trace.Rows.Length);
    }
}
