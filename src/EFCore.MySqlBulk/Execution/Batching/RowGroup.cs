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

    public int Count { get; private set; }

    /// <summary>Whether each of its rows counts as an entity in the result, and not as a part of another row.</summary>
    public bool IsCounted => !Shape.IsPart;

    /// <summary>Whether rows of it were sent.</summary>
    public bool HasSent { get; private set; }

    public bool IsFull => Count >= Strategy.WindowRows;

    public ReadOnlyMemory<BulkRow> Rows => _rows.AsMemory(0, Count);

    public void Add(in BulkRow row)
    {
        _seen?.Add(row);
        if (Count == _rows.Length)
            Array.Resize(ref _rows, Math.Min(Strategy.WindowRows, Count * 4));
        _rows[Count++] = row;
    }

    /// <summary>Puts the waiting rows in key order. Of several rows with the same key, the one given last stays.</summary>
    public void Sort(KeyReader reader) => Count = KeyOrder.Sort(_rows, Count, reader, refusal: null);

    /// <summary>Replaces a waiting row.</summary>
    public void Set(int index, in BulkRow row) => _rows[index] = row;

    public void Clear()
    {
        HasSent |= Count > 0;
        Count = 0;
        if (_forgets)
            _seen?.Clear();
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
}
