using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>One row given to a bulk operation.</summary>
/// <param name="Item">The entity, or the bare key.</param>
/// <param name="Entry">The entity's entry if it is tracked. An untracked entity with shadow values has an entry too, which the context does not
/// keep.</param>
/// <param name="Index">Its position in the rows given, counted from 0.</param>
internal readonly record struct BulkRow(object Item, EntityEntry? Entry, int Index)
{
    /// <summary>The result of the look-up.</summary>
    public RowPresence Presence { get; init; }

    /// <summary>The table of the row, if it has several; <see langword="null" /> if its type determines it.</summary>
    public RowPlace? Place { get; init; }

    /// <summary>Whether the context tracks the entity.</summary>
    public bool IsTracked => Entry is { State: not EntityState.Detached };
}
