using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>What a call knows about its entities, besides what is in them.</summary>
/// <param name="EntryOf">The entry that holds an entity's shadow values; <see langword="null" /> if there is none.</param>
/// <param name="CollectorOf">The row whose collection holds another.</param>
/// <param name="Remember">Takes a member before it is written, with its value, so that it can be taken back; <see langword="null" /> if nothing is taken back.</param>
internal sealed record ReferenceLinks(
    Func<object, EntityEntry?> EntryOf, Func<IForeignKey, object, object?>? CollectorOf, Action<ColumnMap, object, object?, Action<object, object?>>? Remember);
