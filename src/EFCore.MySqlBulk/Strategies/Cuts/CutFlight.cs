using System.Data.Common;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.Strategies.Cuts;

/// <summary>The texts of a flight of cut rows, and their outcomes. A refused row that is alone does not end the flight.</summary>
/// <param name="plan">The plan.</param>
/// <param name="rows">The rows.</param>
internal sealed class CutFlight(BulkPlan plan, ReadOnlyMemory<BulkRow> rows) : FlightOutcomes(0)
{
    private readonly List<Text> _texts = [];
    private readonly List<(BulkRow Row, Exception Error)> _refused = [];
    private readonly List<BulkRow> _stored = [];
    private readonly List<long> _keys = [];
    private RefusedRows? _next;
    private long _changed;

    /// <summary>A text was sent.</summary>
    /// <param name="from">The position of its first row.</param>
    /// <param name="statements">The number of rows of each of its statements.</param>
    /// <param name="isAlone">Whether it has a row of its own.</param>
    public void Sent(int from, int[] statements, bool isAlone = false) => _texts.Add(new(from, statements, isAlone));

    /// <summary>A row that is alone cannot be sent.</summary>
    public void NotSent(in BulkRow row, RowValueException error) => _refused.Add((row, error));

    /// <summary>One of the rows of a statement cannot be sent, so that neither it nor what follows it is.</summary>
    public void Stopped(int count, RowValueException error) => _next = new(count, error, AreFirst: false);

    public override bool GoesOnAfter(int statement, ServerException error)
        => statement >= First && _texts[statement - First].IsAlone && ServerError.IsRefusal(error);

    public override void SucceededEach(int statement, IReadOnlyList<OkPacket> each)
    {
        if (statement >= First)
            _texts[statement - First].Results.AddRange(each);
    }

    public override void Failed(int statement, ServerException error)
    {
        if (Error is null && GoesOnAfter(statement, error))
            _texts[statement - First].Refusal = ErrorOf is { } errorOf ? errorOf(error) : error;
        else
            base.Failed(statement, error);
    }

    /// <param name="first">The number of rows that were sent first, in statements of several rows.</param>
    /// <exception cref="FailedRowException">A row that was alone has failed, but not because of its values.</exception>
    public CutOutcome Outcome(int first)
    {
        if (Error is { } error)
        {
            Text failed = _texts[FailedAt];
            if (failed.IsAlone)
                throw new FailedRowException(rows.Span[failed.From], error);
            if (failed.From < first)
                return new(0, [], default, [], new(first, error, AreFirst: true));
            _next = new(failed.Statements[failed.Results.Count], error, AreFirst: false);
        }

        _texts.ForEach(Take);
        return new(
            _stored.Count + _refused.Count, [.. _stored], new(_changed, 0, plan.ReturnsKeys ? new([.. _keys], []) : null),
            [.. _refused.OrderBy(each => each.Row.Index)], _next);
    }

    private void Take(Text text)
    {
        int from = text.From;
        for (int i = 0; i < text.Results.Count; i++)
        {
            _changed += (long)text.Results[i].AffectedRows;
            for (int row = 0; row < text.Statements[i]; row++)
            {
                _stored.Add(rows.Span[from++]);
                _keys.Add((long)text.Results[i].LastInsertId + ((long)row * plan.Session.AutoIncrementIncrement));
            }
        }

        if (text.Refusal is { } refusal)
            _refused.Add((rows.Span[text.From], refusal));
    }

    private sealed record Text(int From, int[] Statements, bool IsAlone)
    {
        public List<OkPacket> Results { get; } = [];

        public DbException? Refusal { get; set; }
    }
}
