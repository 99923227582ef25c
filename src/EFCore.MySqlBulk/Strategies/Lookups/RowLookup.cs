using System.Data.Common;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.Lookups;

/// <summary>Queries which rows exist, and values of their columns, by a join with a list of their keys.</summary>
/// <param name="connections">The connections that the rows were sent over: each row is looked up on the connection that holds it.</param>
/// <param name="names">Quotes identifiers.</param>
/// <param name="io">The mode.</param>
/// <param name="token">Cancels.</param>
internal sealed class RowLookup(Connections connections, QuotedNames names, IOBehavior io, CancellationToken token)
{
    /// <summary>Looks rows up.</summary>
    /// <param name="lookup">The look-up.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="read">Reads a row that was found: its position in <paramref name="rows" />, then a reader whose column 1 is the first of the columns to read.</param>
    public async ValueTask FindAsync(KeyLookup lookup, ReadOnlyMemory<BulkRow> rows, Action<int, DbDataReader> read)
    {
        BulkPlan plan = lookup.Plan;
        if (rows.IsEmpty)
            return;
        await LearnAsync(lookup, connections.HoldersOf(rows)[0].Holder).ConfigureAwait(false);
        StatementFrame frame = LookupStatement.Frame(lookup, names);
        RowWriter<LiteralSink> write = RowWriter.For<LiteralSink>(lookup.Shape);
        foreach (RowsByConnection held in connections.HoldersOf(rows))
        {
            using LiteralSink sink = new(plan.Session.TextIsUtf8, derivedList: true);
            for (int from = 0; from < held.Rows.Length;)
            {
                from = Fill(sink, frame, write, held.Rows.Span, from, Thresholds.ValuesJoinRows, plan.Limits.StatementBytes / 2);
                await QueryAsync(
                    held.Holder, sink,
                    reader =>
                    {
                        read(held.PositionOf(reader.GetInt32(0)), reader);
                        return 0;
                    }).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Looks rows up, and returns the positions of those that are found.</summary>
    public async ValueTask<HashSet<int>> PositionsAsync(KeyLookup lookup, ReadOnlyMemory<BulkRow> rows)
    {
        HashSet<int> found = [];
        await FindAsync(lookup, rows, (position, _) => found.Add(position)).ConfigureAwait(false);
        return found;
    }

    /// <summary>Ranks rows by their keys as the server orders them: rows whose keys it treats as equal have the same rank.</summary>
    /// <returns>The rank of each position.</returns>
    public async ValueTask<List<(int Position, long Rank)>> RankAsync(KeyLookup lookup, ReadOnlyMemory<BulkRow> rows)
    {
        List<(int, long)> ranks = new(rows.Length);
        IQueryConnection holder = connections.HoldersOf(rows)[0].Holder;
        await LearnAsync(lookup, holder).ConfigureAwait(false);
        StatementFrame frame = KeyRankStatement.Frame(lookup, names);
        RowWriter<LiteralSink> write = RowWriter.For<LiteralSink>(lookup.Shape);
        using LiteralSink sink = new(lookup.Plan.Session.TextIsUtf8, derivedList: true);
        // All rows are in one statement, because ranks of two statements cannot be compared.
        if (rows.Length > 0)
        {
            Fill(sink, frame, write, rows.Span, 0, int.MaxValue, int.MaxValue);
            await QueryAsync(
                holder, sink,
                reader =>
                {
                    ranks.Add((reader.GetInt32(0), Convert.ToInt64(reader.GetValue(1), System.Globalization.CultureInfo.InvariantCulture)));
                    return 0;
                }).ConfigureAwait(false);
        }

        return ranks;
    }

    private ValueTask LearnAsync(KeyLookup lookup, IQueryConnection holder)
        => StoredTypeReader.LearnAsync(lookup.Shape.Table, lookup.Shape.Cells.Select(cell => cell.Column), (lookup.Plan.Server, lookup.Plan.Session), names, holder, io, token);

    private async ValueTask QueryAsync(IQueryConnection holder, LiteralSink sink, Func<DbDataReader, int> read)
    {
        if (holder is not ContextSession session)
        {
            await holder.QueryAsync(sink.Memory, read, io, token).ConfigureAwait(false);
            return;
        }

        DbCommand command = LiteralCommand.Create(session, sink);
        try
        {
            await session.QueryAsync(command, read, io, token).ConfigureAwait(false);
        }
        finally
        {
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    private static int Fill(
        LiteralSink sink, StatementFrame frame, RowWriter<LiteralSink> write, ReadOnlySpan<BulkRow> rows, int from, int mostRows, int mostBytes)
    {
        sink.Clear();
        sink.Sql(frame.Head);
        int at = from;
        while (at < rows.Length && at - from < mostRows && (at == from || sink.ByteCount < mostBytes))
        {
            if (at > from)
                sink.Sql(frame.RowSeparator);
            sink.Sql(frame.RowOpen);
            sink.Write(at);
            sink.Separator();
            write(sink, rows[at].Item, rows[at].Entry);
            sink.Sql(frame.RowClose);
            at++;
        }

        sink.Sql(frame.Tail);
        return at;
    }
}
