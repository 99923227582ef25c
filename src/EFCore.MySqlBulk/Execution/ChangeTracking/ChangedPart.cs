using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.ChangeTracking;

/// <summary>A tracked owned entity, in a table of its own, that has to be written.</summary>
/// <param name="Entry">Its entry.</param>
/// <param name="Holder">The entity that owns it directly.</param>
/// <param name="Depth">How many owners it has, directly and indirectly.</param>
/// <param name="Presence">What is known about its row: it is new, changed, gone, or taken over by another entity.</param>
internal readonly record struct ChangedPart(EntityEntry Entry, object Holder, int Depth, RowPresence Presence);
