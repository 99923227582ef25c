using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Rows of one shape on their way: of one form.</summary>
internal sealed class Lane
{
    private BulkRow[] _rows;

    public Lane(RowForm form, BulkPlan plan, IBulkStrategy strategy)
    {
        Form = form;
        Plan = plan;
        Strategy = strategy;
        _rows = new BulkRow[Math.Min(strategy.WindowRows, 64)];
    }

    public RowForm Form { get; }

    public BulkPlan Plan { get; private set; }

    public IBulkStrategy Strategy { get; private set; }

    public int Count { get; private set; }

    public bool IsFull => Count >= Strategy.WindowRows;

    public ReadOnlyMemory<BulkRow> Rows => _rows.AsMemory(0, Count);

    public void Add(in BulkRow row)
    {
        if (Count == _rows.Length)
            Array.Resize(ref _rows, Math.Min(Strategy.WindowRows, Count * 4));
        _rows[Count++] = row;
    }

    /// <summary>Puts the waiting rows in key order. Of rows with one key the one given last stays.</summary>
    public void Sort(KeyReader reader) => Count = KeyOrder.Sort(_rows, Count, reader, refuseDuplicates: false);

    public void Clear() => Count = 0;

    /// <summary>Goes on with another plan and strategy, from the rows that wait.</summary>
    public void Replace(BulkPlan plan, IBulkStrategy strategy)
    {
        Plan = plan;
        Strategy = strategy;
    }
}
