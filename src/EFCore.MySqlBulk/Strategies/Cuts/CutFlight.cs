using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Strategies.Cuts;

/// <summary>The texts of a flight of cut rows, and their outcomes. A refused row that is alone does not end the flight.</summary>
internal sealed class CutFlight : FlightOutcomes
{
    private readonly BulkPlan _plan;
    private readonly ReadOnlyMemory<BulkRow> _rows;
    private readonly List<Text> _texts = [];
    private readonly List<(BulkRow Row, Exception Error)> _refused = [];
    private readonly List<BulkRow> _stored = [];
    private readonly List<long> _keys = [];
    private RefusedRows? _next;
    private long _changed;

    /// <param name="plan">The plan.</param>
    /// <param name="rows">The rows.</param>
    public CutFlight(BulkPlan plan, ReadOnlyMemory<BulkRow> rows)
        : base(0)
    {
        (_plan, _rows) = (plan, rows);
        Refused = [];
        MayBeRefused = at => _texts[at].IsAlone;
    }

    /// <summary>A text was sent.</summary>
    /// <param name="from">The position of its first row.</param>
    /// <param name="statements">The number of rows of each of its statements.</param>
    /// <param name="isAlone">Whether it has a row of its own.</param>
    public void Sent(int from, int[] statements, bool isAlone = false) => _texts.Add(new(from, statements, isAlone));

    /// <summary>A row that is alone cannot be sent.</summary>
    public void NotSent(in BulkRow row, RowValueException error) => _refused.Add((row, error));

    /// <summary>One of the rows of a statement cannot be sent, so that neither it nor what follows it is.</summary>
    public void Stopped(int count, RowValueException error) => _next = new(count, error, AreFirst: false);

    public override void SucceededEach(int statement, IReadOnlyList<OkPacket> each)
    {
        if (statement >= First)
            _texts[statement - First].Results.AddRange(each);
    }

    /// <param name="first">The number of rows that were sent first, in statements of several rows.</param>
    /// <exception cref="FailedRowException">A row that was alone has failed, but not because of its values.</exception>
    public CutOutcome Outcome(int first)
    {
        if (Error is { } error)
        {
            Text failed = _texts[FailedAt];
            if (failed.IsAlone)
                throw new FailedRowException(_rows.Span[failed.From], error);
            if (failed.From < first)
                return new(0, [], default, [], new(first, error, AreFirst: true));
            _next = new(failed.Statements[failed.Results.Count], error, AreFirst: false);
        }

        _texts.ForEach(Take);
        _refused.AddRange(Refused!.Select(each => (_rows.Span[_texts[each.At].From], (Exception)each.Error)));
        return new(
            _stored.Count + _refused.Count, [.. _stored], new(_changed, 0, _plan.ReturnsKeys ? new([.. _keys], []) : null),
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
                _stored.Add(_rows.Span[from++]);
                _keys.Add((long)text.Results[i].LastInsertId + ((long)row * _plan.Session.AutoIncrementIncrement));
            }
        }
    }

    private sealed record Text(int From, int[] Statements, bool IsAlone)
    {
        public List<OkPacket> Results { get; } = [];
    }
}
