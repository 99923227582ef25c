using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Warnings;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Feeding;

/// <summary>Counts and checks the rows of a call as they are read.</summary>
/// <param name="request">The request.</param>
/// <param name="reader">Reads the rows.</param>
/// <param name="stored">The tracked entities among the rows.</param>
/// <param name="groups">The groups.</param>
/// <param name="propagated">The values that entities hold during the call.</param>
internal sealed class GivenRows(BulkRequest request, RowReader reader, StoredEntries stored, RowGroups groups, PropagatedValues propagated)
{
    private readonly BareKeyCheck? _bareKeys = request.BareKeyType is { } type ? BareKeyCheck.Of(groups.Root, type) : null;
    private readonly ShadowKeys? _shadowKeys = request.Traits.TakesEntities ? ShadowKeys.Of(request, groups.Root) : null;

    /// <summary>The number of rows read.</summary>
    public int Read { get; set; }

    /// <summary>The next row.</summary>
    /// <param name="item">The row, as the caller gave it.</param>
    /// <param name="leftOut">Checks the rows of a stream as they come.</param>
    /// <exception cref="BulkOperationException">The row is null, or cannot be stored.</exception>
    public BulkRow Next(object? item, LeftOutCheck? leftOut)
    {
        int index = reader.PositionOf(Read++);
        if (item is null)
            throw new BulkOperationException($"Row {index} is null.") { RowIndex = index };
        _bareKeys?.Check(item, index);
        EntityEntry? entry = stored.EntryOf(item);
        if (entry is not null && request.Options.Table is { } table)
        {
            throw new BulkOperationException(
                $"Row {index} is tracked as a row of '{request.EntityType.GetTableName()}', so it cannot be a row of '{table}' too. Give entities that are not tracked, or leave {request.Options.Type}.Table out.")
            { RowIndex = index };
        }

        BulkRow row = new(item, entry ?? propagated.BesideOf(item), index);
        _shadowKeys?.Check(row);
        leftOut?.Check(item, index);
        return row;
    }
}
