using System.Data.Common;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Sends statements of one row each, with literals, several of them in one command. The server runs them in order and stops at the first error.</summary>
internal sealed class LiteralRowsStrategy : IBulkStrategy
{
    private const string Separator = "\n;\n";
    private const string KeyQuestion = "SELECT LAST_INSERT_ID() AS " + ResultReader.AnswerName;
    private const string CountQuestion = "SELECT ROW_COUNT() AS " + ResultReader.AnswerName;
    private readonly BulkPlan _plan;
    private readonly ContextSession _session;
    private readonly RowStatement _statement;
    private readonly StatementName _name;
    private readonly int _most;
    private readonly RowWriter<LiteralSink> _write;
    private readonly LiteralSink _sink;
    private ReadOnlyMemory<BulkRow> _rows;

    /// <param name="plan">The plan.</param>
    /// <param name="session">The session.</param>
    /// <param name="statement">The statement of each row.</param>
    /// <param name="name">Its name in log and trace.</param>
    /// <param name="most">The maximum number of statements in one command.</param>
    public LiteralRowsStrategy(BulkPlan plan, ContextSession session, RowStatement statement, StatementName name, int most)
    {
        _plan = plan;
        _session = session;
        _statement = statement;
        _name = name;
        _most = most;
        _write = statement.Values.Writer<LiteralSink>();
        _sink = new(plan.Session.TextIsUtf8, derivedList: false);
    }

    public int WindowRows => _most;

    public string Text => _sink.ToString();

    public bool SendsSeveral => _rows.Length > 1;

    // A query right after each row's statement returns its result.
    private string? Question => _plan.ReturnsKeys ? KeyQuestion : _plan.ReturnsAffected ? CountQuestion : null;

    public int Fill(ReadOnlyMemory<BulkRow> rows) => Fill(rows, _most > 1 ? Question : null);

    public async ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token)
    {
        if (_most == 1 || Question is null)
            return await SendAsync(_most > 1 ? [] : null, io, token).ConfigureAwait(false);
        List<long> answers = new(_rows.Length);
        StatementOutcome outcome = await SendAsync(answers, io, token).ConfigureAwait(false);
        return _plan.ReturnsKeys
            ? outcome with { Rows = new(KeysOf(answers), []) }
            : AffectedBy(answers);
    }

    public async ValueTask<FailedRowException?> LocateAsync(ReadOnlyMemory<BulkRow> rows, IOBehavior io, CancellationToken token)
    {
        while (!rows.IsEmpty)
        {
            // The number of results is the number of statements that succeeded.
            int taken = Fill(rows, CountQuestion);
            List<long> answers = new(taken);
            try
            {
                await SendAsync(answers, io, token).ConfigureAwait(false);
            }
            catch (DbException exception)
            {
                return new(rows.Span[answers.Count], exception);
            }

            rows = rows[taken..];
        }

        return null;
    }

    public ValueTask DisposeAsync(IOBehavior io)
    {
        _sink.Dispose();
        return default;
    }

    // LAST_INSERT_ID() reports a key that the server counted; if a trigger has set the key, it still returns the previous row's.
    private static long[] KeysOf(List<long> answers)
        => [.. answers.Select((answer, i) => answer == (i == 0 ? 0 : answers[i - 1]) ? 0 : answer)];

    // A statement that returns a result set affects no rows; the server reports -1.
    private static StatementOutcome AffectedBy(List<long> answers)
    {
        int[] affected = [.. answers.Select(answer => (int)Math.Max(0, answer))];
        return new(affected.Sum(count => (long)count), 0, new([], affected));
    }

    private int Fill(ReadOnlyMemory<BulkRow> rows, string? question)
    {
        _sink.Clear();
        if (question == KeyQuestion)
            _sink.Sql(KeyCountStatement.InFront + Separator);
        int count = 0;
        while (count < rows.Length && count < _most && TryAdd(rows.Span[count], question, isFirst: count == 0))
            count++;
        _rows = rows[..count];
        return count;
    }

    private async ValueTask<StatementOutcome> SendAsync(List<long>? answers, IOBehavior io, CancellationToken token)
    {
        DbCommand command = LiteralCommand.Create(_session, _sink);
        try
        {
            StatementLabel label = new(_name.Text, _rows.Length, _sink.Others.Count, _sink.ByteCount);
            return answers is null
                ? await _session.Commands.ExecuteAsync(command, label, _plan.ReturnsKeys, canAttach: !LostKeys.MayBe(_plan, _session), io, token).ConfigureAwait(false)
                : await _session.Commands.ExecuteSeveralAsync(command, label, answers, isOneInsert: false, io, token).ConfigureAwait(false);
        }
        finally
        {
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    // The first row is added or refused, never skipped.
    private bool TryAdd(in BulkRow row, string? question, bool isFirst)
    {
        LiteralMark mark = _sink.Mark();
        if (!isFirst)
            _sink.Sql(Separator);
        _sink.BeginRow(_statement.Template.Segments);
        RowErrors.Write(_write, _sink, row, _statement.Values.Shape);
        _sink.EndRow();
        // The query is on its own line, since the statement may end in a comment.
        if (question is not null)
            _sink.Sql(Separator + question);
        long most = isFirst ? _plan.Limits.PacketBytes : _plan.Limits.StatementBytes;
        if (_sink.ByteCount <= most && _sink.Others.Count <= Thresholds.MaxParameters)
            return true;
        if (isFirst)
            throw RowErrors.TooLong(_plan, row, _sink.ByteCount);
        _sink.Rollback(mark);
        return false;
    }
}
