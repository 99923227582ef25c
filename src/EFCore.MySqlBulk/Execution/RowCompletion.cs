using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Gives rows what <c>SaveChanges</c> would give them before it sends them: foreign keys from their navigations, and generated values.</summary>
internal sealed class RowCompletion
{
    private readonly DbContext _context;
    private readonly TrackedEntries _tracked;
    private readonly Lanes _lanes;
    private readonly bool _isInsert;
    private TableMap? _table;
    private References _references = null!;
    private ClientValues? _clientValues;

    private RowCompletion(DbContext context, TrackedEntries tracked, Lanes lanes, bool isInsert)
    {
        _context = context;
        _tracked = tracked;
        _lanes = lanes;
        _isInsert = isInsert;
    }

    /// <summary>For an operation that writes values of entities; <see langword="null" /> for the others.</summary>
    public static RowCompletion? Of(BulkRequest request, TrackedEntries tracked, Lanes lanes)
        => request.Operation is BulkOperation.Insert or BulkOperation.Update
            ? new(request.Context, tracked, lanes, request.Operation == BulkOperation.Insert)
            : null;

    /// <summary>The row, complete.</summary>
    /// <exception cref="RowValueException">It refers to an entity whose key is not known yet.</exception>
    public BulkRow Complete(BulkRow row)
    {
        TableMap table = _lanes.TableOf(row.Item);
        if (_table != table)
            Use(table);
        bool isTracked = row.Entry is not null;
        if (!isTracked && _references.NeedEntry)
            row = row with { Entry = InternalEntries.Beside(_context, table.EntityType, row.Item) };
        if (_references.AreThere)
            _references.Complete(row, isTracked, _tracked.Of);
        _clientValues?.Complete(row.Item, row.Entry, _context);
        return row;
    }

    private void Use(TableMap table)
    {
        _table = table;
        _references = References.Of(table);
        _clientValues = _isInsert ? ClientValues.Of(_context, table) : null;
    }
}
