using EFCore.MySqlBulk.Benchmarks.Saving;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>What SaveChanges in bulk should reach, in one place. It applies to MySQL 9.7 with durable settings.</summary>
internal static class SaveFigures
{
    private const double TimesFasterWithTwoTables = 4;
    private const int ManyOrders = 10_000 * SaveOrders.RowsPerOrder;
    private const int ManyEmployees = 10_000;

    private static readonly Dictionary<int, double> TimesFaster = new() { [1] = 0.95, [3] = 0.95, [100] = 1.5, [10_000] = 4, [100_000] = 5 };

    private static readonly Dictionary<int, double> TimesFasterToInsert = new(TimesFaster) { [10_000] = 8, [100_000] = 10 };

    private static readonly Dictionary<int, double> BytesPerRow = new() { [10_000] = 5_000, [100_000] = 4_500 };

    /// <summary>The figures that this run has measured.</summary>
    public static IEnumerable<SaveFigure> Of(IReadOnlyList<SaveMeasurement> measurements) => measurements.Where(m => !m.IncludesTracking).SelectMany(Of);

    private static IEnumerable<SaveFigure> Of(SaveMeasurement m)
    {
        string name = $"{m.Operation}, {m.Rows:N0} {(m.Rows == 1 ? "row" : "rows")}";
        bool isUsers = m.Operation is "insert" or "update" or "delete";
        double? target = isUsers ? ((m.Operation == "insert" ? TimesFasterToInsert : TimesFaster).TryGetValue(m.Rows, out double times) ? times : null)
            : m.Rows is ManyOrders or ManyEmployees ? TimesFasterWithTwoTables : null;
        if (target is { } least && m.TimesFaster is { } faster)
            yield return new(name, "× as fast", least, IsLeast: true, faster);
        if (isUsers && BytesPerRow.TryGetValue(m.Rows, out double most) && m.Bulk is { } bulk)
            yield return new(name, "bytes a row", most, IsLeast: false, bulk.BytesPerRow);
    }
}
