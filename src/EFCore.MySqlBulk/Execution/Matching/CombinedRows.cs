using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Matching;

/// <summary>Makes one row of two that match the same stored row.</summary>
/// <param name="request">The call.</param>
/// <param name="keys">Reads what rows are matched by.</param>
/// <param name="found">Writes the key of the row that stands for others to those others.</param>
internal sealed class CombinedRows(BulkRequest request, KeyReader keys, FoundKeys found)
{
    /// <summary>Completes the foreign keys of a row from its navigations; <see langword="null" /> if rows are not matched by any.</summary>
    public Func<BulkRow, BulkRow>? Refer { get; set; }

    /// <summary>The row that stands for two rows, of which the first was given earlier.</summary>
    /// <exception cref="RowValueException">The caller's function returned a row that cannot stand for them.</exception>
    public BulkRow Of(BulkRow kept, BulkRow next)
    {
        object? item = request.Options.Combine is { } combine ? combine(kept.Item, next.Item) : next.Item;
        BulkRow row = item == next.Item ? next : item == kept.Item ? kept : New(item, kept, next);
        if (item != kept.Item)
            found.AddSuperseded(kept, row);
        if (item != next.Item)
            found.AddSuperseded(next, row);
        return row;
    }

    private BulkRow New(object? item, in BulkRow kept, in BulkRow next)
    {
        if (item is null)
            throw Refused("returned null", next);
        if (item.GetType() != kept.Item.GetType())
            throw Refused($"returned an entity of type '{item.GetType().Name}' for one of type '{kept.Item.GetType().Name}'", next);
        if (kept.IsTracked || next.IsTracked)
            throw Refused("returned an entity of its own for tracked ones, which would then not have the stored values", next);
        BulkRow row = next with { Item = item, Entry = null };
        row = Refer?.Invoke(row) ?? row;
        return HaveSameKey(row, kept) || HaveSameKey(row, next) ? row
            : throw Refused($"returned an entity with the key ({string.Join(", ", keys.Values(row))}) for the key ({string.Join(", ", keys.Values(next))})", next);
    }

    private bool HaveSameKey(in BulkRow one, in BulkRow other) => KeyComparer.Instance.Compare(keys.Any(one.Item, one.Entry), keys.Any(other.Item, other.Entry)) == 0;

    private RowValueException Refused(string what, in BulkRow row)
        => new($"The function of {request.Options.Type}.Duplicates {what}. Return one of the two rows, or an untracked entity of the same type and key.") { Row = row };
}
