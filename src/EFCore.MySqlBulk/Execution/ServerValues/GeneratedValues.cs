using System.Data.Common;
using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies.Lookups;

namespace EFCore.MySqlBulk.Execution.ServerValues;

/// <summary>Reads values other than keys that the server generated back by key: over the connection that holds the rows, after each statement or flight and
/// before the commit. For a stream they are written to the entities at once, so that memory stays bounded; for a collection at the end.</summary>
internal sealed class GeneratedValues(BulkRequest request, TrackedEntries tracked)
{
    private const int RowsAtOnce = 1_000;
    private readonly List<GeneratedBatch> _batches = [];
    private BulkPlan? _plan;
    private GeneratedColumns? _columns;

    /// <summary>Whether values of these rows have to be read back.</summary>
    public bool AreWanted(RowGroup group, ReadOnlySpan<BulkRow> rows)
    {
        if (!request.Traits.HasTable || ColumnsOf(group) is not { } columns)
            return false;
        foreach (ref readonly BulkRow row in rows)
        {
            if (columns.AreWanted(row, request.Options.ReadGenerated))
                return true;
        }

        return false;
    }

    /// <summary>Reads what the server generated for the rows of one statement or flight.</summary>
    /// <param name="group">Their group.</param>
    /// <param name="connections">The connections that sent them.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="outcome">The statement's outcome, which has the generated keys.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public async ValueTask ReadAsync(
        RowGroup group, Connections connections, QuotedNames names, ReadOnlyMemory<BulkRow> rows, StatementOutcome outcome, IOBehavior io, CancellationToken token)
    {
        if (!AreWanted(group, rows.Span))
            return;
        GeneratedBatch batch = new(_columns!, rows, request.Options.ReadGenerated);
        if (RowKeys.Of(group.Plan, outcome) is { } keys)
            await ReadByIntegersAsync(batch, keys, connections, names, io, token).ConfigureAwait(false);
        else
            await ReadByKeysAsync(batch, connections, names, io, token).ConfigureAwait(false);
        if (!request.Options.IgnoresNotFound && batch.Missed() is >= 0 and var missed)
            throw group.Rules.Unread(rows.Span[missed]);
        if (request.Rows.CanRepeat)
            _batches.Add(batch);
        else
            batch.Write(tracked);
    }

    /// <summary>Writes the pending values.</summary>
    public void Write()
    {
        foreach (GeneratedBatch batch in _batches)
            batch.Write(tracked);
        _batches.Clear();
    }

    // The batches of a group follow each other.
    private GeneratedColumns? ColumnsOf(RowGroup group)
    {
        if (!ReferenceEquals(_plan, group.Plan))
            (_plan, _columns) = (group.Plan, GeneratedColumns.Of(group.Plan, group.Rules));
        return _columns;
    }

    private static async ValueTask ReadByIntegersAsync(
        GeneratedBatch batch, RowKeys source, Connections connections, QuotedNames names, IOBehavior io, CancellationToken token)
    {
        ColumnMap[] columns = [.. batch.Columns.Columns, .. source.Others];
        foreach (RowsByConnection held in connections.HoldersOf(batch.Rows))
        {
            (long[] keys, int[] positions) = Wanted(batch, held, source);
            for (int from = 0; from < keys.Length; from += RowsAtOnce)
            {
                int count = Math.Min(RowsAtOnce, keys.Length - from);
                string text = GeneratedValuesStatement.Text(batch.Columns.Plan.Table, names, source.Column, columns, keys.AsSpan(from, count));
                await held.Holder.QueryAsync(text, Read, io, token).ConfigureAwait(false);
            }

            int Read(DbDataReader reader)
            {
                int at = Array.BinarySearch(keys, KeyOf(reader));
                if (at >= 0 && source.IsSame(batch.Rows.Span[positions[at]], reader, batch.Columns.Columns.Length + 1))
                    batch.Read(positions[at], reader);
                return 0;
            }
        }
    }

    // In key order.
    private static (long[] Keys, int[] Positions) Wanted(GeneratedBatch batch, in RowsByConnection held, RowKeys source)
    {
        List<long> keys = new(held.Rows.Length);
        List<int> positions = new(held.Rows.Length);
        bool ascending = true;
        for (int i = 0; i < held.Rows.Length; i++)
        {
            int position = held.PositionOf(i);
            if (!batch.Wants(position))
                continue;
            long key = source.KeyOf(batch.Rows.Span[position], position);
            ascending = ascending && (keys.Count == 0 || keys[^1] < key);
            keys.Add(key);
            positions.Add(position);
        }

        (long[] sorted, int[] order) = (keys.ToArray(), positions.ToArray());
        if (!ascending)
            Array.Sort(sorted, order);
        return (sorted, order);
    }

    private static ValueTask ReadByKeysAsync(GeneratedBatch batch, Connections connections, QuotedNames names, IOBehavior io, CancellationToken token)
    {
        KeyLookup lookup = KeyLookup.ByKey(batch.Columns.Plan, batch.Columns.Columns, bareKeyType: null);
        return new RowLookup(connections, names, io, token).FindAsync(lookup, batch.Rows, batch.Read);
    }

    private static long KeyOf(DbDataReader reader) => ResultReader.Integer(reader);
}
