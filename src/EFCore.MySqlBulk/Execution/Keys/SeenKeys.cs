using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;

namespace EFCore.MySqlBulk.Execution.Keys;

/// <summary>The keys of a stream's rows so far: the only memory that grows with a stream. <c>CheckDuplicates = false</c> turns the check off.</summary>
/// <param name="reader">Reads the keys.</param>
/// <param name="refusal">The cure in the message.</param>
internal sealed class SeenKeys(KeyReader reader, string refusal)
{
    private readonly Dictionary<long, int> _integers = [];
    private readonly Dictionary<object, int> _others = new(KeyComparer.Instance);

    /// <returns><see langword="null" /> if rows may be given twice. The keys of a collection are compared when it is sorted.</returns>
    public static SeenKeys? Of(BulkRequest request)
        => request.Traits.GoesByKey && request.Options.CheckDuplicates && !request.Rows.CanRepeat ? new(request.KeysOf(TableMaps.Of(request.EntityType)), request.Options.DuplicateRefusal!) : null;

    /// <exception cref="BulkOperationException">The row's key was seen before.</exception>
    public void Add(in BulkRow row)
    {
        bool isNew = reader.Integer is { } integer
            ? _integers.TryAdd(integer(row.Item, row.Entry), row.Index)
            : reader.Any(row.Item, row.Entry) is not { } key || _others.TryAdd(key, row.Index);
        if (!isNew)
            throw KeyOrder.Duplicate(row with { Index = FirstIndex(row) }, row, reader, refusal);
    }

    private int FirstIndex(in BulkRow row)
        => reader.Integer is { } integer ? _integers[integer(row.Item, row.Entry)] : _others[reader.Any(row.Item, row.Entry)!];
}
