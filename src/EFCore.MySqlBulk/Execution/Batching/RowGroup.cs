using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution.Batching;

/// <summary>The rows of one shape that are waiting to be sent.</summary>
internal sealed class RowGroup
{
    private readonly SeenInstances? _seen;
    private readonly bool _forgets;
    private BulkRow[] _rows;
    private BulkRow[] _following = [];
    private int _followingCount;
    private bool _isSending;

    /// <param name="rules">The rules of its statements.</param>
    /// <param name="shape">The rows' shape.</param>
    /// <param name="plan">How its rows are sent.</param>
    /// <param name="strategy">The strategy that sends them.</param>
    /// <param name="seen">Refuses entities that are given twice.</param>
    /// <param name="forgets">Whether only waiting rows are remembered, because a stream's memory is bounded.</param>
    public RowGroup(StatementRules rules, StatementShape shape, BulkPlan plan, IBulkStrategy strategy, SeenInstances? seen, bool forgets)
    {
        Rules = rules;
        Shape = shape;
        Plan = plan;
        Strategy = strategy;
        _seen = seen;
        _forgets = forgets;
        _rows = new BulkRow[Math.Min(strategy.WindowRows, 64)];
    }

    /// <summary>The rules of its statements.</summary>
    public StatementRules Rules { get; }

    public StatementShape Shape { get; }

    public BulkPlan Plan { get; private set; }

    public IBulkStrategy Strategy { get; private set; }

    /// <summary>The number of <see cref="Rows" />.</summary>
    public int Count { get; private set; }

    /// <summary>Whether each of its rows counts as an entity in the result, and not as a part of another row.</summary>
    public bool IsCounted => !Shape.IsPart;

    /// <summary>Whether rows of it were sent.</summary>
    public bool HasSent { get; private set; }

    /// <summary>Whether the rows that wait have to be sent before the next one is added.</summary>
    public bool IsFull => (_isSending ? _followingCount : Count) >= Strategy.WindowRows;

    /// <summary>Whether enough rows wait to give the server something to do, which has had nothing so far.</summary>
    public bool CanBegin => !HasSent && Count >= Strategy.FirstRows;

    /// <summary>The rows that wait, or that are being sent.</summary>
    public ReadOnlyMemory<BulkRow> Rows => _rows.AsMemory(0, Count);

    /// <summary>Adds a row that waits. While others are being sent, it waits behind them.</summary>
    public void Add(in BulkRow row)
    {
        _seen?.Add(row);
        if (_isSending)
            Add(ref _following, _followingCount++, row);
        else
            Add(ref _rows, Count++, row);
    }

    /// <summary>The rows that wait are about to be sent.</summary>
    public void BeginSending() => (_isSending, HasSent) = (true, HasSent || Count > 0);

    /// <summary>Puts the waiting rows in key order. Of several rows with the same key, the one given last stays.</summary>
    public void Sort(KeyReader reader) => Count = KeyOrder.Sort(_rows, Count, reader, refusal: null);

    /// <summary>Replaces a waiting row.</summary>
    public void Set(int index, in BulkRow row) => _rows[index] = row;

    /// <summary>The rows were sent: those that were added in the meantime are next.</summary>
    public void Clear()
    {
        // They stay in the array until others take their places: if the answer to the commit is lost, the last ones are looked for.
        if (_rows.Length < _followingCount)
            Array.Resize(ref _rows, _followingCount);
        Array.Copy(_following, _rows, _followingCount);
        Array.Clear(_following, 0, _followingCount);
        (Count, _followingCount, _isSending) = (_followingCount, 0, false);
        if (!_forgets || _seen is null)
            return;
        _seen.Clear();
        foreach (BulkRow row in Rows.Span)
            _seen.Add(row);
    }

    public async ValueTask DisposeAsync(IOBehavior io)
    {
        _seen?.Dispose();
        await Strategy.DisposeAsync(io).ConfigureAwait(false);
    }

    /// <summary>Continues with another plan and strategy, starting with the waiting rows.</summary>
    public void Replace(BulkPlan plan, IBulkStrategy strategy)
    {
        Plan = plan;
        Strategy = strategy;
    }

    private void Add(ref BulkRow[] rows, int count, in BulkRow row)
    {
        if (count == rows.Length)
            Array.Resize(ref rows, Math.Max(count + 1, Math.Min(Strategy.WindowRows, Math.Max(16, count * 4))));
        rows[count] = row;
    }
}
