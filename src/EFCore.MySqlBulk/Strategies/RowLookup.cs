using System.Data.Common;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Asks the server which rows exist, and what some of their columns hold, by a join with a list of their keys.</summary>
/// <param name="connections">The connections that the rows were sent over: each row is looked up on the connection that holds it.</param>
/// <param name="names">Quotes identifiers.</param>
/// <param name="io">The mode.</param>
/// <param name="token">Cancels.</param>
internal sealed class RowLookup(Connections connections, QuotedNames names, IOBehavior io, CancellationToken token)
{
    /// <summary>Looks rows up.</summary>
    /// <param name="lookup">What the rows are looked up by, and what is read.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="read">Reads a row that was found: its position in <paramref name="rows" />, then a reader whose column 1 is the first of the columns to read.</param>
    public async ValueTask FindAsync(KeyLookup lookup, ReadOnlyMemory<BulkRow> rows, Action<int, DbDataReader> read)
    {
        BulkPlan plan = lookup.Plan;
        StatementFrame frame = LookupStatement.Frame(lookup, names);
        RowWriter<LiteralSink> write = RowWriter.For<LiteralSink>(lookup.Shape);
        foreach (HeldRows held in connections.HoldersOf(rows))
        {
            // The plan was made for its own session; the context's may use another character set.
            bool isPlanned = plan.Choice.OwnConnection == held.Holder is not ContextSession;
            using LiteralSink sink = new(plan.Session.TextIsUtf8 && isPlanned, derivedList: true);
            for (int from = 0; from < held.Rows.Length;)
            {
                from = Fill(sink, frame, write, held.Rows.Span, from, plan.Limits);
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

    private async ValueTask QueryAsync(IRowHolder holder, LiteralSink sink, Func<DbDataReader, int> read)
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
        LiteralSink sink, StatementFrame frame, RowWriter<LiteralSink> write, ReadOnlySpan<BulkRow> rows, int from, BatchLimits limits)
    {
        sink.Clear();
        sink.Sql(frame.Head);
        int at = from;
        while (at < rows.Length && at - from < Thresholds.ValuesJoinRows && (at == from || sink.ByteCount < limits.StatementBytes / 2))
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
