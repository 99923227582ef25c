using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>The rows that an attempt at a call has changed, for a caller who asked for them.</summary>
internal sealed class RowChanges
{
    private readonly List<BulkRow> _inserted = [];
    private readonly List<BulkRow> _updated = [];
    private readonly List<IReadOnlyList<object>> _orphans = [];

    /// <summary>Adds the rows of a statement.</summary>
    public void Add(ReadOnlySpan<BulkRow> rows, bool areInserted) => (areInserted ? _inserted : _updated).AddRange(rows);

    /// <summary>Adds the primary key of an orphan: one value, or an array of them.</summary>
    public void AddOrphan(object key) => _orphans.Add(key as object[] ?? [key]);

    /// <summary>Passes the changes to the caller.</summary>
    public void Tell(ResolvedOptions options) => options.Changes?.Invoke(InOrder(_inserted), InOrder(_updated), _orphans);

    private static IEnumerable<object> InOrder(List<BulkRow> rows) => rows.OrderBy(row => row.Index).Select(row => row.Item);
}
