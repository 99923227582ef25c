using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Finds out what became of a <c>COMMIT</c> whose answer was lost. A transaction is stored whole or not at all, so the rows that were sent last
/// tell: inserted rows are there, deleted ones are not. Updates and other statements cannot be told.</summary>
internal static class CommitProof
{
    private const int Rows = 100;

    /// <param name="last">The rows sent last.</param>
    /// <param name="session">The context's session, which may be a new one.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="io">The mode.</param>
    /// <returns>Whether it was committed; <see langword="null" /> where that cannot be told.</returns>
    public static async ValueTask<bool?> FindAsync(
        SentRows last, ContextSession session, QuotedNames names, IOBehavior io)
    {
        (BulkPlan plan, ReadOnlyMemory<BulkRow> sent, _) = last;
        if (plan.Operation is BulkOperation.Update or BulkOperation.Execute)
            return null;
        long[] keys = last.Keys();
        ReadOnlyMemory<BulkRow> rows = sent[Math.Max(0, sent.Length - Rows)..];
        KeyLookup lookup = KeyLookup.ByKey(plan);
        if (plan.Operation == BulkOperation.Insert && plan.Table.AutoIncrement is { } generated && keys.Length == sent.Length && plan.Table.Key is [var only] && only == generated)
        {
            lookup = KeyLookup.ByKey(plan, plan.Table.Key, generated.ClrType);
            rows = keys[^rows.Length..].Select((value, i) => new BulkRow(plan.Table.KeyFromInteger(value), null, i)).ToArray();
        }
        else if (plan.Operation == BulkOperation.Insert && plan.Table.Key.Any(column => plan.Shape.Cells.All(cell => cell.Column != column)))
        {
            // The server gave the rows keys that nobody knows.
            return null;
        }

        int found = 0;
        await new RowLookup(new(session, null), names, io, CancellationToken.None).FindAsync(lookup, rows, (_, _) => found++).ConfigureAwait(false);
        return (plan.Operation, found) switch
        {
            (BulkOperation.Insert, 0) => false,
            (BulkOperation.Delete, 0) => true,
            _ when found == rows.Length => plan.Operation == BulkOperation.Insert,
            _ => null,
        };
    }

    /// <summary>Whether a statement that commits by itself, and whose answer was lost, has surely not been run: its session has ended, and its rows are as they
    /// were. That it was run cannot be told: the rows may have been as they are now.</summary>
    /// <param name="plan">The plan of the rows.</param>
    /// <param name="rows">The statement's rows.</param>
    /// <param name="session">The context's session, which is a new one.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="io">The mode.</param>
    public static async ValueTask<bool> WasNotRunAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ContextSession session, QuotedNames names, IOBehavior io)
    {
        bool isInsert = plan.Operation == BulkOperation.Insert;
        if (!(isInsert && plan.Table.Key.All(column => plan.Shape.Cells.Any(cell => cell.Column == column))) && plan.Operation != BulkOperation.Delete)
            return false;
        int found = 0;
        await new RowLookup(new(session, null), names, io, CancellationToken.None).FindAsync(KeyLookup.ByKey(plan), rows, (_, _) => found++).ConfigureAwait(false);
        return found == (isInsert ? 0 : rows.Length);
    }
}
