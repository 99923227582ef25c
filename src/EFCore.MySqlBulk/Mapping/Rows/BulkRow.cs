using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>One row given to a bulk operation.</summary>
/// <param name="Item">The entity, or the bare key.</param>
/// <param name="Entry">The entity's entry if it is tracked. An untracked entity that needs a place for shadow values has an entry too, which the context does
/// not hold.</param>
/// <param name="Index">Its position in the rows given, counted from 0.</param>
internal readonly record struct BulkRow(object Item, EntityEntry? Entry, int Index)
{
    /// <summary>What a look-up found out about the row.</summary>
    public RowPresence Presence { get; init; }

    /// <summary>Which of several tables the row goes to; <see langword="null" /> if its type tells.</summary>
    public RowPlace? Place { get; init; }

    /// <summary>The context tracks the entity.</summary>
    public bool IsTracked => Entry is { State: not EntityState.Detached };
}
